import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Relay = {
  connectionString: string;
  /**
   * Silent: connections stay open but nothing passes, as with a machine that has lost power. The end of the silence closes
   * the connections that lost something.
   */
  setSilent(isSilent: boolean): void;
  stop(): Promise<void>;
};

/** Starts a TCP relay to the database that can be made silent. */
export async function startRelay(connectionString: string): Promise<Relay> {
  const { hostname, port, searchParams } = new URL(connectionString);
  const folder = searchParams.get('host');
  const openSockets = new Set<Socket>();
  const damaged = new Set<Socket>();
  let isSilent = false;
  const server = createServer((clientSocket) => {
    const serverSocket = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), hostname);
    openSockets.add(clientSocket).add(serverSocket);
    for (const [from, to] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.on('data', (bytes) => (isSilent ? damaged.add(from) : to.write(bytes)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(connectionString);
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  return {
    connectionString: address.href,
    setSilent(silent) {
      isSilent = silent;
      if (silent) return;
      for (const socket of damaged) socket.destroy();
      damaged.clear();
    },
    async stop() {
      for (const socket of openSockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
