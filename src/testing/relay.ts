import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Relay = {
  connectionString: string;
  /** Silent, connections stay open and nothing comes through, as with a machine that has lost power. */
  silence(isSilent: boolean): void;
  stop(): Promise<void>;
};

/** A way to the database that can fall silent. */
export async function startRelay(connectionString: string): Promise<Relay> {
  const { hostname, port, searchParams } = new URL(connectionString);
  const folder = searchParams.get('host');
  const open = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), hostname);
    open.add(near).add(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.on('data', (bytes) => !isSilent && to.write(bytes));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(connectionString);
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  return {
    connectionString: address.href,
    silence(silent) {
      isSilent = silent;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
