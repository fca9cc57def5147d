import { createServer } from 'node:net';
import { type Config, ConfigError } from '#kernel/config.ts';

/**
 * Reserves a port. The web processes share their port (SO_REUSEPORT), so a second portal could listen on it too, and
 * each reader would reach one of them at random. Therefore a port in use is refused here, and port 0 becomes a free
 * port that all web processes use.
 * @param what the purpose of the port in Chinese, and `setting` the variable that changes it
 * @throws ConfigError naming both
 */
export function reservePort(
  { host, port }: Pick<Config, 'host' | 'port'>,
  what: string,
  setting: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? '已被占用，请停止占用它的程序' : `不可用（${error.message}）`;
      reject(new ConfigError(`${what} ${host}:${port} ${reason}，或改设 ${setting}。`));
    });
    server.listen({ host, port }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
