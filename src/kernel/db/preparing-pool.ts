import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

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

/** A pool for Kysely whose connections prepare statements that are sent again. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const statements = new Statements();
  // Kysely keeps what it knows of a connection by its object.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const preparing = known.get(client) ?? new PreparingClient(client, statements);
      known.set(client, preparing);
      return preparing;
    },
  };
}

/**
 * A connection that prepares each statement once and from then on sends its name: PostgreSQL took longer to plan a
 * list than to read it. Plans are PostgreSQL's own choice still: a general one only where it costs no more than
 * one made for the values.
 *
 * `begin` waits for the first statement of its transaction and is written to the wire with it (`pipeline`, which the pool
 * sets): a round trip less for each transaction. One without a statement is never begun.
 */
class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #statements: Statements;
  #isToBegin = false;

  constructor(client: pg.PoolClient, statements: Statements) {
    this.#client = client;
    this.#statements = statements;
  }

  readonly query = ((text: string, values: readonly unknown[]) =>
    this.#send(text, values)) as PostgresPoolClient['query'];

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  #send(text: string, values: readonly unknown[]): Promise<unknown> {
    if (text === 'begin') {
      this.#isToBegin = true;
      return nothing;
    }
    if (this.#isToBegin) {
      this.#isToBegin = false;
      if (text === 'commit' || text === 'rollback') return nothing;
      // Where it fails, which nothing but a lost connection brings about, the connection takes no more.
      this.#client.query('begin').catch(() => void this.#client.end());
    }
    const name = values.length > 0 ? this.#statements.nameOf(text) : undefined;
    return this.#client.query({ text, values: values as unknown[], ...(name && { name }) });
  }
}

/** The result of a statement that is not sent. */
const nothing = Promise.resolve({ command: 'SELECT', rowCount: 0, rows: [] });
