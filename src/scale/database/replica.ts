import pg from 'pg';
import type { Database } from '#kernel/context.ts';
import { renewConnections } from '#kernel/db/pool.ts';
import { closeAtOnce } from '#kernel/db/preparing-pool.ts';
import { serverName } from '#kernel/db/server-list.ts';
import { type LogPosition, parsePosition } from './log-position.ts';

/** A replica that does not answer within this time counts as lost. */
const maxSilenceMs = 1000;
/** After a failover a replica finishes what it received from the old primary within this time. */
const settleMs = 30_000;

/** A streaming replica: how far it has replayed the log, by its own connection, and its pools by tenant. */
export class Replica {
  readonly server: string;
  readonly #address: string;
  readonly #openDatabase: (tenantId: string) => Database;
  readonly #databases = new Map<string, Database>();
  #client: pg.Client | null = null;
  #refreshing: Promise<void> | undefined;
  #floor: LogPosition = -1n;
  #isSettling = false;
  /** When it has settled; null until it answers. */
  #settlesAt: number | null = null;
  /** When the primary was at a position that this replica has replayed; null if it is away or that is unknown. */
  #isCurrentAt: number | null = null;
  #replayed: LogPosition = 0n;

  constructor(address: string, openDatabase: (tenantId: string) => Database) {
    this.server = serverName(address);
    this.#address = address;
    this.#openDatabase = openDatabase;
  }

  get replayed(): LogPosition {
    return this.#replayed;
  }

  /** How old its state may be; null if it is away or cannot be read. */
  lagMs(): number | null {
    return this.#isCurrentAt === null ? null : performance.now() - this.#isCurrentAt;
  }

  databaseOf(tenantId: string): Database {
    const database = this.#databases.get(tenantId) ?? this.#openDatabase(tenantId);
    this.#databases.set(tenantId, database);
    return database;
  }

  /** Does not read it before it has answered the next question. */
  suspend(): void {
    this.#isCurrentAt = null;
  }

  /**
   * Called after a failover. A replica that received more from the old primary than the new one had cannot follow the
   * new one, and its position says nothing about what it has. It stops there, so it is read again only once it has
   * replayed more than it had, and than the primary had, when it settled.
   */
  requireProgress(): void {
    if (!this.#isSettling) this.#settlesAt = null;
    this.#isSettling = true;
    this.suspend();
  }

  /** Asks how far it is. Concurrent calls share one question. */
  refresh(history: readonly { position: LogPosition; at: number }[]): Promise<void> {
    this.#refreshing ??= this.#ask(history).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    if (client) closeAtOnce(client);
    await Promise.all([...this.#databases.values()].map((database) => database.destroy()));
  }

  async #ask(history: readonly { position: LogPosition; at: number }[]): Promise<void> {
    try {
      this.#client ??= await this.#connect();
      const { rows } = await this.#client.query<{ isStandby: boolean; position: string | null }>(
        'select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as position',
      );
      const [found] = rows;
      // A promoted replica is the primary, or should not be written to.
      if (!found?.isStandby || found.position === null) return this.suspend();
      this.#replayed = parsePosition(found.position);
      if (this.#isSettling) {
        this.#settlesAt ??= performance.now() + settleMs;
        this.#isSettling = performance.now() < this.#settlesAt;
        for (const position of [this.#replayed, history.at(-1)?.position ?? 0n])
          if (position > this.#floor) this.#floor = position;
        return this.suspend();
      }
      const { at } = history.findLast(({ position }) => position <= this.#replayed) ?? {};
      this.#isCurrentAt = this.#replayed > this.#floor ? (at ?? null) : null;
    } catch {
      this.suspend();
      this.#settlesAt = null;
      if (this.#client) closeAtOnce(this.#client);
      this.#client = null;
      // Statements that wait for a machine without power fail now, and the primary answers.
      for (const database of this.#databases.values()) renewConnections(database);
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#address,
      application_name: 'guanlan-replica',
      connectionTimeoutMillis: maxSilenceMs,
      query_timeout: maxSilenceMs,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}
