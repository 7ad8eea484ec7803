package dev.hark.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Looks up the variable handles of fields that several threads write. */
public final class Handles {
    private Handles() {}

    /** Returns the handle of a field of the class that looks it up. */
    public static VarHandle field(MethodHandles.Lookup lookup, String name, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
