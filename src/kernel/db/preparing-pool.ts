import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { DatabaseUnavailable } from '../errors.ts';
import { TableShares } from './table-shares.ts';

/** Enough for every statement that is sent all the time; what is made up for one request must not crowd them out. */
const maxPrepared = 300;
const maxSeenOnce = 3000;

/** The statements of one pool, by their text: its connections prepare the same ones under the same names. */
class Statements {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new LRUCache<string, true>({ max: maxSeenOnce });

  /** A name from the second use on. None where the columns are not written out: a migration may change them. */
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
 * A pool for Kysely whose connections prepare statements that are sent again. A statement that is not answered within
 * `maxQueryMs` fails, and its connection is closed: the server's own limit needs a server that answers.
 * @throws DatabaseUnavailable where the database is away or late
 */
export function preparingPool(pool: pg.Pool, maxQueryMs: number): PostgresPool {
  const shared = { pool, statements: new Statements(), shares: new TableShares(pool.options), maxQueryMs };
  return { options: pool.options, end: () => pool.end(), connect: async () => new Reservation(shared) };
}

type Shared = { pool: pg.Pool; statements: Statements; shares: TableShares; maxQueryMs: number };

/**
 * What Kysely takes for a connection between `connect` and `release`. A real one is taken from the pool by the first
 * statement, after that has got its turn on its tables: whoever waits for a slow table holds no connection.
 *
 * It prepares each statement once and from then on sends its name: PostgreSQL took longer to plan a list than to read it.
 * Plans are PostgreSQL's own choice still: a general one only where it costs no more than one made for the values.
 *
 * `begin` waits for the first statement of its transaction and is written to the wire with it (`pipeline`, which the pool
 * sets): a round trip less for each transaction. One without a statement is never begun.
 */
class Reservation implements PostgresPoolClient {
  readonly #shared: Shared;
  #connecting: Promise<pg.PoolClient> | undefined;
  #client: pg.PoolClient | undefined;
  #isToBegin = false;
  #isInTransaction = false;
  /** A transaction that asked for as much time as it takes (`set local statement_timeout = 0`). */
  #isUnlimited = false;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  readonly query = ((text: string, values: readonly unknown[]) =>
    this.#run(text, values)) as PostgresPoolClient['query'];

  release(destroy?: boolean): void {
    this.#client?.release(destroy);
    this.#client = undefined;
    this.#connecting = undefined;
  }

  async #run(text: string, values: readonly unknown[]): Promise<unknown> {
    if (text === 'begin') {
      this.#isToBegin = true;
      return nothing;
    }
    const isEnd = text === 'commit' || text === 'rollback';
    if (this.#isToBegin && isEnd) {
      this.#isToBegin = false;
      return nothing;
    }
    // A transaction under way may hold what others wait for.
    if (this.#isInTransaction) return this.#send(this.#client ?? (await this.#connect()), text, values);
    this.#isInTransaction = this.#isToBegin;
    const { shares } = this.#shared;
    const entered = shares.enter(text);
    const leave = entered instanceof Promise ? await entered : entered;
    if (!leave)
      throw new DatabaseUnavailable(new Error('too many statements are stuck on a table of this one'));
    try {
      return await this.#send(this.#client ?? (await this.#connect()), text, values);
    } finally {
      leave();
    }
  }

  #connect(): Promise<pg.PoolClient> {
    this.#connecting ??= this.#shared.pool.connect().then(
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
      // Where it fails, which nothing but a lost connection brings about, the connection takes no more.
      client.query('begin').catch(() => void client.end());
    }
    const { statements, maxQueryMs } = this.#shared;
    const name = values.length > 0 ? statements.nameOf(text) : undefined;
    if (/^set local statement_timeout = 0$/.test(text)) this.#isUnlimited = true;
    else if (text === 'commit' || text === 'rollback') {
      this.#isUnlimited = false;
      this.#isInTransaction = false;
    }
    const query_timeout = this.#isUnlimited ? longestTimerMs : maxQueryMs;
    const query = { text, values: values as unknown[], query_timeout, ...(name && { name }) };
    return client.query(query).catch((error: Error & { code?: string }) => {
      if (error.message === 'Query read timeout') closeAtOnce(client);
      throw isAway(error) ? new DatabaseUnavailable(error) : error;
    });
  }
}

const longestTimerMs = 2 ** 31 - 1;

/** Its connection is busy with what nobody waits for any more; an orderly end would wait for an answer. */
export function closeAtOnce(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/**
 * By SQLSTATE: a connection that failed (08), a server that stops or starts (57P), a statement that ran out of time
 * (57014, 55P03), too many connections (53300); and what pg and the network say without one.
 */
const awayCode = /^(?:08...|57P..|57014|55P03|53300|ECONN\w+|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH)$/;
const awayWords =
  /^(?:Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)/;

const isAway = ({ code, message }: { code?: string; message: string }): boolean =>
  code === undefined ? awayWords.test(message) : awayCode.test(code);

/** The result of a statement that is not sent. */
const nothing = { command: 'SELECT', rowCount: 0, rows: [] };
