package dev.hark.bench.engine;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Typed actors of Pekko, one for each subscription, with their usual mailboxes, which have no bound. */
final class PekkoEngine implements Engine {
    private static final Config CONFIG =
            ConfigFactory.parseString("""
                    pekko {
                      loglevel = OFF
                      stdout-loglevel = OFF
                      log-dead-letters = off
                      daemonic = on
                      coordinated-shutdown.run-by-jvm-shutdown-hook = off
                      actor.default-dispatcher {
                        executor = thread-pool-executor
                        thread-pool-executor.fixed-pool-size = %d
                      }
                    }
                    """.formatted(THREADS)).withFallback(ConfigFactory.load());

    private final ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "bench", CONFIG);
    private final AtomicInteger actors = new AtomicInteger();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    @Override
    public Channel open(String topic) {
        return new ActorChannel();
    }

    private final class ActorChannel implements Channel {
        private final List<ActorRef<Event>> subscribers = new CopyOnWriteArrayList<>();
        private final List<ActorRef<Event>> members = new CopyOnWriteArrayList<>();
        private final AtomicLong turn = new AtomicLong();

        @Override
        public void subscribe(Handler handler) {
            subscribers.add(spawn(handler));
        }

        @Override
        public void join(Handler handler) {
            members.add(spawn(handler));
        }

        @Override
        public void publish(Event event) {
            for (ActorRef<Event> subscriber : subscribers) {
                subscriber.tell(event);
            }
            if (!members.isEmpty()) {
                members.get((int) (turn.getAndIncrement() % members.size())).tell(event);
            }
        }
    }

    private ActorRef<Event> spawn(Handler handler) {
        return system.systemActorOf(behavior(handler), "subscription-" + actors.incrementAndGet(), Props.empty());
    }

    private Behavior<Event> behavior(Handler handler) {
        return Behaviors.receiveMessage(event -> {
            if (closed) {
                return Behaviors.stopped();
            }
            Thread current = Thread.currentThread();
            if (!threads.contains(current)) {
                threads.add(current);
            }
            try {
                boolean _ = handler.handle(event);
            } catch (InterruptedException e) {
                return Behaviors.stopped(); // the engine was closed
            }
            return Behaviors.same();
        });
    }

    /** Pekko does not interrupt actors. That comes first, as Pekko terminates on the same threads. */
    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        system.terminate();
        system.getWhenTerminated()
                .toCompletableFuture()
                .completeOnTimeout(Done.getInstance(), 1, TimeUnit.SECONDS)
                .join();
    }
}
