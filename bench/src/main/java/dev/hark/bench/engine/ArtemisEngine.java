package dev.hark.bench.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQInterruptedException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnector;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.ActiveMQServers;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * A server of Artemis in this JVM that keeps messages in memory, with a multicast address for each topic and a queue for
 * each subscription. Every message is acked by itself; one that is not acked is rolled back and comes again.
 */
final class ArtemisEngine implements Engine {
    private static final SimpleString NUMBER = SimpleString.of("number");
    private static final SimpleString KEY = SimpleString.of("key");
    private static final SimpleString NANOS = SimpleString.of("nanos");

    /** What a producer may send before it asks for room again: little, as it is on top of the capacity. */
    private static final int PRODUCER_WINDOW_BYTES = 8_192;

    /** What a member of a group may fetch ahead: little, so that members share what there is. */
    private static final int MEMBER_WINDOW_BYTES = 4_096;

    /** The client's own default for a consumer that shares with nobody. */
    private static final int SUBSCRIBER_WINDOW_BYTES = ActiveMQClient.DEFAULT_CONSUMER_WINDOW_SIZE;

    /** Servers in a JVM are told apart by number. */
    private static final AtomicInteger SERVERS = new AtomicInteger();

    private final AtomicInteger queues = new AtomicInteger();
    private final ActiveMQServer server;
    private final ServerLocator locator;
    private final ClientSessionFactory sessions;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS, this::thread);
    private final ExecutorService windows = Executors.newCachedThreadPool();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final List<ExecutorService> pools = List.of(pool, windows, timer);
    private final ThreadLocal<Producer> producers = ThreadLocal.withInitial(this::producer);
    private volatile boolean closed;

    ArtemisEngine() {
        String url = "vm://" + SERVERS.incrementAndGet();
        try {
            server = ActiveMQServers.newActiveMQServer(new ConfigurationImpl()
                    .setPersistenceEnabled(false)
                    .setSecurityEnabled(false)
                    .setJMXManagementEnabled(false)
                    .setJournalType(JournalType.NIO) // the usual type loads a native library even without a journal
                    .addAcceptorConfiguration("invm", url)
                    .addAddressSetting(
                            "#",
                            new AddressSettings()
                                    .setAddressFullMessagePolicy(AddressFullMessagePolicy.BLOCK)
                                    .setMaxSizeMessages(CAPACITY)));
            server.start();
            locator = ActiveMQClient.createServerLocator(url)
                    .setProducerWindowSize(PRODUCER_WINDOW_BYTES)
                    .setAckBatchSize(0);
            locator.setThreadPools(pool, timer, windows);
            sessions = locator.createSessionFactory();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private ClientSession session() throws ActiveMQException {
        return sessions.createSession();
    }

    private Thread thread(Runnable task) {
        Thread thread = new Thread(task);
        threads.add(thread);
        return thread;
    }

    private Producer producer() {
        try {
            ClientSession session = session();
            return new Producer(session, session.createProducer());
        } catch (ActiveMQException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Channel open(String topic) {
        try (ClientSession session = session()) {
            SimpleString address = SimpleString.of(topic);
            session.createAddress(address, RoutingType.MULTICAST, false);
            return new AddressChannel(address);
        } catch (ActiveMQException e) {
            throw new IllegalStateException(e);
        }
    }

    private final class AddressChannel implements Channel {
        private final SimpleString address;
        private final SimpleString group;
        private boolean joined;
        private volatile boolean keyed;

        AddressChannel(SimpleString address) {
            this.address = address;
            this.group = SimpleString.of(address + ".group");
        }

        @Override
        public void subscribe(Handler handler) {
            SimpleString queue = SimpleString.of(address + "." + queues.incrementAndGet());
            consume(queue, true, SUBSCRIBER_WINDOW_BYTES, handler);
        }

        @Override
        public void join(Handler handler) {
            consume(group, !joined, MEMBER_WINDOW_BYTES, handler);
            joined = true;
        }

        @Override
        public void joinByKey(Handler handler) {
            keyed = true;
            join(handler);
        }

        private void consume(SimpleString queue, boolean create, int window, Handler handler) {
            try {
                ClientSession session = session();
                if (create) {
                    session.createQueue(QueueConfiguration.of(queue)
                            .setAddress(address)
                            .setRoutingType(RoutingType.MULTICAST)
                            .setDurable(false));
                }
                session.createConsumer(queue, null, window, -1, false)
                        .setMessageHandler(message -> deliver(message, session, handler));
                session.start();
            } catch (ActiveMQException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void publish(Event event) throws InterruptedException {
            Producer producer = producers.get();
            ClientMessage message = producer.session().createMessage(false);
            message.putLongProperty(NUMBER, event.number());
            message.putStringProperty(KEY, SimpleString.of(event.key()));
            message.putLongProperty(NANOS, event.nanos());
            if (keyed) {
                message.putStringProperty(Message.HDR_GROUP_ID, SimpleString.of(event.key()));
            }
            try {
                producer.producer().send(address, message);
            } catch (ActiveMQInterruptedException e) {
                throw (InterruptedException) new InterruptedException().initCause(e);
            } catch (ActiveMQException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void deliver(ClientMessage message, ClientSession session, Handler handler) {
        if (closed) {
            return;
        }
        Event event = new Event(
                message.getLongProperty(NUMBER), message.getStringProperty(KEY), message.getLongProperty(NANOS));
        try {
            if (handler.handle(event)) {
                message.acknowledge();
            } else {
                session.rollback();
            }
        } catch (InterruptedException | ActiveMQInterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ActiveMQException e) {
            // the engine was closed
        }
    }

    /** Sessions wait for their handlers to return, so those are interrupted first. No other server may be running. */
    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        locator.close();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            pools.forEach(ExecutorService::shutdownNow);
            // All servers of a JVM share one more pool, which would keep the JVM alive for a minute.
            InVMConnector.resetThreadPool();
        }
    }

    /** A session is for one thread at a time, so every thread that publishes has its own. */
    private record Producer(ClientSession session, ClientProducer producer) {}
}
