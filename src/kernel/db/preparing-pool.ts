import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { DatabaseUnavailable } from '../errors.ts';
import { TableShares } from './table-shares.ts';

/** Enough for all recurring statements; statements composed for a single request must not displace them. */
const maxPrepared = 300;
const maxSeenOnce = 3000;

/** Names of the prepared statements of one pool, by their text: all its connections use the same names. */
class Statements {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new LRUCache<string, true>({ max: maxSeenOnce });

  /** Returns a name from the second use on, but none for a statement with `*`, whose columns a migration may change. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || text.includes('*') || this.#names.size >= maxPrepared) return known;
    if (!this.#seenOnce.has(text)) {
      this.#seenOnce.set(text, true);
      return undefined;
    }
    const name = `s${this.#names.size + 1}`;
    this.#seenOnce.delete(text);
    this.#names.set(text, name);
    return name;
  }
}

/**
 * Wraps a pool for Kysely so that its connections prepare recurring statements. A statement that is not answered within
 * `maxQueryMs` fails and its connection is closed, since the server's own limit requires a responsive server.
 * @throws DatabaseUnavailable if the database is unreachable or too slow
 */
export function preparingPool(pool: pg.Pool, maxQueryMs: number): PreparingPool {
  const shared = {
    connections: new Connections(pool),
    statements: new Statements(),
    shares: new TableShares(pool.options),
    maxQueryMs,
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => new Reservation(shared),
    renew: () => shared.connections.renew(),
  };
}

export type PreparingPool = PostgresPool & {
  /** Closes all connections. Their statements fail, and later ones open new connections. */
  renew(): void;
};

/** The connections of a pool, of which those to a server that is no longer the primary are not used again. */
class Connections {
  readonly #pool: pg.Pool;
  readonly #inUse = new Set<pg.PoolClient>();
  readonly #outdated = new WeakSet<pg.ClientBase>();
  #opened = new Set<pg.ClientBase>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => this.#opened.add(client));
    pool.on('remove', (client) => this.#opened.delete(client));
  }

  async take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if (this.#outdated.has(client)) {
        client.release(true);
        continue;
      }
      this.#inUse.add(client);
      return client;
    }
  }

  release(client: pg.PoolClient, destroy = false): void {
    this.#inUse.delete(client);
    client.release(destroy || this.#outdated.has(client));
  }

  /** Closes each connection after its present use. */
  retire(): void {
    for (const client of this.#opened) this.#outdated.add(client);
    this.#opened = new Set();
  }

  renew(): void {
    this.retire();
    for (const client of this.#inUse) closeAtOnce(client);
  }
}

type PoolState = {
  connections: Connections;
  statements: Statements;
  shares: TableShares;
  maxQueryMs: number;
};

/**
 * The object that Kysely uses as a connection between `connect` and `release`. It takes a real connection from the pool
 * with the first statement, after `TableShares` has admitted that statement: a statement that waits for a slow table
 * occupies no connection.
 *
 * It prepares each statement once and then sends only its name, because PostgreSQL took longer to plan a list than to
 * read it. PostgreSQL still chooses the plan: a generic one only if it costs no more than a custom one.
 *
 * `begin` is delayed and sent together with the first statement of its transaction (the pool enables `pipeline`), which
 * saves a round trip. A transaction without a statement is never begun.
 */
class Reservation implements PostgresPoolClient {
  readonly #shared: PoolState;
  #connecting: Promise<pg.PoolClient> | undefined;
  #client: pg.PoolClient | undefined;
  #isToBegin = false;
  #isInTransaction = false;
  /** The transaction has disabled its time limit (`set local statement_timeout = 0`). */
  #isUnlimited = false;

  constructor(shared: PoolState) {
    this.#shared = shared;
  }

  readonly query = ((text: string, values: readonly unknown[]) =>
    this.#run(text, values)) as PostgresPoolClient['query'];

  release(destroy?: boolean): void {
    if (this.#client) this.#shared.connections.release(this.#client, destroy);
    this.#client = undefined;
    this.#connecting = undefined;
  }

  async #run(text: string, values: readonly unknown[]): Promise<unknown> {
    if (text === 'begin') {
      this.#isToBegin = true;
      return emptyResult;
    }
    const isEnd = text === 'commit' || text === 'rollback';
    if (this.#isToBegin && isEnd) {
      this.#isToBegin = false;
      return emptyResult;
    }
    // A transaction under way bypasses the shares, since it may hold locks that others wait for.
    if (this.#isInTransaction) return this.#send(this.#client ?? (await this.#connect()), text, values);
    this.#isInTransaction = this.#isToBegin;
    const { shares } = this.#shared;
    const acquired = shares.acquire(text);
    const release = acquired instanceof Promise ? await acquired : acquired;
    if (!release)
      throw new DatabaseUnavailable(
        new Error('too many statements are stuck on a table that this statement uses'),
      );
    try {
      return await this.#send(this.#client ?? (await this.#connect()), text, values);
    } finally {
      release();
    }
  }

  #connect(): Promise<pg.PoolClient> {
    this.#connecting ??= this.#shared.connections.take().then(
      (client) => {
        this.#client = client;
        return client;
      },
      (error: unknown) => {
        throw new DatabaseUnavailable(error);
      },
    );
    return this.#connecting;
  }

  #send(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<unknown> {
    if (this.#isToBegin) {
      this.#isToBegin = false;
      // `begin` fails only if the connection is lost; the connection is then not used any more.
      client.query('begin').catch(() => void client.end());
    }
    const { connections, statements, maxQueryMs } = this.#shared;
    const name = values.length > 0 ? statements.nameOf(text) : undefined;
    if (/^set local statement_timeout = 0$/.test(text)) this.#isUnlimited = true;
    else if (text === 'commit' || text === 'rollback') {
      this.#isUnlimited = false;
      this.#isInTransaction = false;
    }
    const query_timeout = this.#isUnlimited ? maxTimerMs : maxQueryMs;
    const query = { text, values: values as unknown[], query_timeout, ...(name && { name }) };
    return client.query(query).catch((error: Error & { code?: string }) => {
      if (error.message === 'Query read timeout') closeAtOnce(client);
      // The server was demoted, so the other connections lead to it as well.
      if (error.code === readOnly) connections.retire();
      throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
    });
  }
}

const maxTimerMs = 2 ** 31 - 1;

/** Closes a connection that is still busy with an abandoned statement; a graceful `end` would wait for an answer. */
export function closeAtOnce(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/** SQLSTATE of a write that a read-only server refuses, such as a primary that became a standby. */
const readOnly = '25006';
/**
 * SQLSTATEs of a failed connection (08), a server that stops or starts (57P), a statement that timed out (57014,
 * 55P03), too many connections (53300) and a read-only server, and the codes of network errors from pg and Node.
 */
const unavailableCode =
  /^(?:08...|57P..|57014|55P03|53300|25006|ECONN\w+|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH)$/;
const unavailableMessage =
  /^(?:Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)/;

const isUnavailable = ({ code, message }: { code?: string; message: string }): boolean =>
  code === undefined ? unavailableMessage.test(message) : unavailableCode.test(code);

/** The result of a statement that is not sent. */
const emptyResult = { command: 'SELECT', rowCount: 0, rows: [] };
