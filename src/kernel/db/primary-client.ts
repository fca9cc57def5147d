import pg from 'pg';
import { serverOf, splitServers } from './server-list.ts';

/**
 * A client of the primary. node-postgres connects to one host only, so of an address with several hosts this client
 * first finds the server that accepts writes (libpq's `target_session_attrs=read-write`), at every new connection: a
 * promoted standby is used as soon as it can write. An address with one host is connected to without a question.
 */
export class PrimaryClient extends pg.Client {
  readonly #servers: string[];

  constructor(config: pg.ClientConfig = {}) {
    const servers = splitServers(config.connectionString ?? '');
    super({ ...config, connectionString: servers[0] });
    this.#servers = servers;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(callback?: (...results: never[]) => void): Promise<pg.Client> | undefined {
    if (!callback) return this.#connect();
    const report = callback as (error: Error | null, client?: pg.Client) => void;
    this.#connect().then(
      () => report(null, this),
      (error: Error) => report(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    if (this.#servers.length > 1) {
      const { findPrimary } = await import('#scale/database/find-primary.ts');
      const { host, port } = serverOf(await findPrimary(this.#servers));
      // pg reads both when it connects, for the socket and for the name in the certificate.
      this.host = host;
      this.port = port;
    }
    return super.connect();
  }
}
