import { createServer } from 'node:net';

/**
 * Returns the first of `count` consecutive ports of this machine that were free a moment ago, below the range from which the
 * system takes ports for connections.
 */
export async function freePort(count = 1): Promise<number> {
  const first = 10_000 + Math.floor(Math.random() * 20_000);
  const servers = Array.from({ length: count }, () => createServer());
  try {
    await Promise.all(
      servers.map(
        (server, index) =>
          new Promise<void>((resolve, reject) => {
            server.once('error', reject);
            server.listen(first + index, '127.0.0.1', resolve);
          }),
      ),
    );
    return first;
  } catch {
    return freePort(count);
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}
