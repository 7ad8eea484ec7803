package dev.hark.simulation.model;

/** The broker broke a promise. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The rule. */
    private final Rule rule;

    /** Says which rule was broken, and by what. */
    public Violation(Rule rule, String detail) {
        super(rule.promise() + " Broken: " + detail);
        this.rule = rule;
    }

    /** Returns the rule. */
    public Rule rule() {
        return rule;
    }
}
