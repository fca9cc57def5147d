import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

export type Pooler = { connectionString: string; stop(): Promise<void> };

/** Startup parameters that pgbouncer accepts; any other ends the connection. */
const knownParameters = new Set([
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
]);

/**
 * Starts a connection pooler that behaves like pgbouncer with its defaults, and needs no password. In `session`
 * mode a client keeps its server connection until it disconnects, in `transaction` mode until its transaction ends.
 */
export async function startPooler(
  connectionString: string,
  mode: 'session' | 'transaction',
): Promise<Pooler> {
  const idle: Backend[] = [];
  const clients = new Set<Socket>();
  const backends = new Set<Backend>();
  const acquire = async () => {
    const backend = idle.pop() ?? (await openBackend(connectionString));
    backends.add(backend);
    return backend;
  };
  const server = createServer((socket) => {
    clients.add(socket);
    serveClient(socket, mode, acquire, (backend) => void idle.push(backend));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(connectionString);
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  return {
    connectionString: address.href,
    async stop() {
      for (const socket of clients) socket.destroy();
      for (const { stream } of backends) stream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A logged-in connection to PostgreSQL that forwards the server's messages. */
type Backend = { stream: Socket; onMessage: (type: string, message: Buffer) => void };

async function openBackend(connectionString: string): Promise<Backend> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.removeAllListeners('data');
  const backend: Backend = { stream, onMessage: () => undefined };
  stream.on(
    'data',
    splitMessages((type, message) => backend.onMessage(type, message)),
  );
  return backend;
}

function serveClient(
  socket: Socket,
  mode: 'session' | 'transaction',
  acquire: () => Promise<Backend>,
  release: (backend: Backend) => void,
): void {
  let backend: Promise<Backend> | undefined;
  let unanswered = 0;
  const giveBack = (taken: Backend) => {
    backend = undefined;
    taken.onMessage = () => undefined;
    release(taken);
  };
  const acquireBackend = async () => {
    const taken = await acquire();
    taken.onMessage = (type, message) => {
      socket.write(message);
      if (type !== 'Z') return;
      unanswered -= 1;
      if (mode === 'transaction' && unanswered === 0 && message.toString('latin1', 5, 6) === 'I')
        giveBack(taken);
    };
    return taken;
  };
  const onMessage = (type: string, message: Buffer) => {
    if (type === 'X') return void socket.end();
    if (type === 'Q' || type === 'S') unanswered += 1;
    backend ??= acquireBackend();
    void backend.then(({ stream }) => stream.write(message));
  };
  socket.on('error', () => undefined);
  // A client's session state is not reset, so its server connection is not reused.
  socket.on('close', () => void backend?.then(({ stream }) => stream.destroy()));
  socket.once('data', (startup) => {
    const words = startup.toString('utf8', 8).split('\0');
    const unknown = words.filter(
      (word, at) => at % 2 === 0 && word !== '' && !knownParameters.has(word.toLowerCase()),
    );
    if (unknown.length > 0)
      return socket.end(message('E', `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown[0]}\0\0`));
    socket.write(
      Buffer.concat([message('R', '\0\0\0\0'), message('K', '\0\0\0\u0001\0\0\0\u0001'), message('Z', 'I')]),
    );
    socket.on('data', splitMessages(onMessage));
  });
}

function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

/** Splits a byte stream into protocol messages: a type letter, a length, a body. */
function splitMessages(on: (type: string, message: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length >= rest.readInt32BE(1) + 1) {
      const length = rest.readInt32BE(1) + 1;
      const whole = rest.subarray(0, length);
      rest = rest.subarray(length);
      on(whole.toString('latin1', 0, 1), whole);
    }
  };
}
