package dev.hark.testkit.contract;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * What every engine of Hark promises, as tests. To run it, extend it in the tests of the engine and say how the engine
 * is made; each section is a nested class, each test is named by its statement.
 */
public abstract class BrokerContract {
    /** Makes the engine for one test. */
    protected abstract ContractEngine newEngine();

    /** {@link AccountingContract}, on this engine. */
    @Nested
    @DisplayName("Each message is in exactly one place, and counted there")
    class Accounting extends AccountingContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link OrderContract}, on this engine. */
    @Nested
    @DisplayName("Messages are handled in publish order")
    class Order extends OrderContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link IsolationContract}, on this engine. */
    @Nested
    @DisplayName("A bad subscriber hurts only itself")
    class Isolation extends IsolationContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link OverflowContract}, on this engine. */
    @Nested
    @DisplayName("Every buffer is bounded")
    class Overflow extends OverflowContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link BlockContract}, on this engine. */
    @Nested
    @DisplayName("Publishers wait for room, with a limit")
    class Block extends BlockContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link RetryContract}, on this engine. */
    @Nested
    @DisplayName("Failed attempts and retries")
    class Retry extends RetryContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link DeadLetterContract}, on this engine. */
    @Nested
    @DisplayName("Dead letters")
    class DeadLetter extends DeadLetterContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link GroupContract}, on this engine. */
    @Nested
    @DisplayName("Groups")
    class Group extends GroupContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link RoutingContract}, on this engine. */
    @Nested
    @DisplayName("Round-robin, weighted and sticky")
    class Routing extends RoutingContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link StrategyContract}, on this engine. */
    @Nested
    @DisplayName("Strategies")
    class Strategy extends StrategyContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link SubscriptionContract}, on this engine. */
    @Nested
    @DisplayName("Subscriptions")
    class Subscription extends SubscriptionContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link RaceContract}, on this engine. */
    @Nested
    @DisplayName("Races")
    class Race extends RaceContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link PublishContract}, on this engine. */
    @Nested
    @DisplayName("Publishing")
    class Publish extends PublishContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link TopicContract}, on this engine. */
    @Nested
    @DisplayName("Topics")
    class Topic extends TopicContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link CloseContract}, on this engine. */
    @Nested
    @DisplayName("Closing")
    class Close extends CloseContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link InsightContract}, on this engine. */
    @Nested
    @DisplayName("Explanations and figures")
    class Insight extends InsightContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link EventContract}, on this engine. */
    @Nested
    @DisplayName("Events")
    class Event extends EventContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }

    /** {@link LoadContract}, on this engine. */
    @Nested
    @DisplayName("Everything at once")
    class Load extends LoadContract {
        @Override
        protected ContractEngine newEngine() {
            return BrokerContract.this.newEngine();
        }
    }
}
