import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

export type Pooler = { connectionString: string; stop(): Promise<void> };

/** What pgbouncer lets a client ask for at its start; anything else ends the connection. */
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
 * A connection pooler as pgbouncer is with its defaults, without a password of its own: in mode `session` a client keeps
 * its server connection until it leaves, in mode `transaction` until its transaction ends.
 */
export async function startPooler(
  connectionString: string,
  mode: 'session' | 'transaction',
): Promise<Pooler> {
  const idle: Backend[] = [];
  const clients = new Set<Socket>();
  const backends = new Set<Backend>();
  const take = async () => {
    const backend = idle.pop() ?? (await openBackend(connectionString));
    backends.add(backend);
    return backend;
  };
  const server = createServer((socket) => {
    clients.add(socket);
    serveClient(socket, mode, take, (backend) => void idle.push(backend));
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

/** A connection to PostgreSQL, logged in, that hands on what the server says. */
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
    eachMessage((type, message) => backend.onMessage(type, message)),
  );
  return backend;
}

function serveClient(
  socket: Socket,
  mode: 'session' | 'transaction',
  take: () => Promise<Backend>,
  release: (backend: Backend) => void,
): void {
  let backend: Promise<Backend> | undefined;
  let unanswered = 0;
  const give = (taken: Backend) => {
    backend = undefined;
    taken.onMessage = () => undefined;
    release(taken);
  };
  const hire = async () => {
    const taken = await take();
    taken.onMessage = (type, message) => {
      socket.write(message);
      if (type !== 'Z') return;
      unanswered -= 1;
      if (mode === 'transaction' && unanswered === 0 && message.toString('latin1', 5, 6) === 'I') give(taken);
    };
    return taken;
  };
  const onMessage = (type: string, message: Buffer) => {
    if (type === 'X') return void socket.end();
    if (type === 'Q' || type === 'S') unanswered += 1;
    backend ??= hire();
    void backend.then(({ stream }) => stream.write(message));
  };
  socket.on('error', () => undefined);
  // What a client leaves behind is not cleared up: its connection to the server is not used again.
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
    socket.on('data', eachMessage(onMessage));
  });
}

function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

/** Cuts a stream of bytes into messages of the protocol: a letter, a length, a body. */
function eachMessage(on: (type: string, message: Buffer) => void): (bytes: Buffer) => void {
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
