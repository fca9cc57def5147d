import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** Tables named in a statement are looked up once for each text. */
const maxTexts = 3000;

type Statement = { readonly tables: readonly string[]; readonly since: number };
type Waiting = { readonly statement: Statement; readonly enter: () => void };

/** Statements on one table take no more than this share of a pool's connections. */
const share = 0.7;
/** Milliseconds after which a statement counts as stuck. */
const stuckMs = 3000;

/**
 * A bulkhead for each table: statements on one that is locked or slow cannot take all connections of a pool from calls
 * that do not need it. A statement beyond the table's share waits while the table makes progress, and fails at once while
 * the oldest statement on it is stuck. Only what begins is held back: a transaction under way may hold what others wait for.
 */
export class TableShares {
  readonly #max: number;
  readonly #running = new Map<string, Set<Statement>>();
  readonly #waiting = new Set<Waiting>();

  readonly #maxWaitMs: number;

  constructor({ max, connectionTimeoutMillis = 0 }: pg.PoolOptions) {
    // A share of two connections would be one; such pools only fill caches.
    this.#max = max < 4 ? Number.POSITIVE_INFINITY : Math.floor(max * share);
    this.#maxWaitMs = connectionTimeoutMillis || Number.POSITIVE_INFINITY;
  }

  /** @returns to be called when the statement has ended, in a promise if it had to wait; null: refused */
  enter(text: string): Leave | Promise<Leave | null> | null {
    const statement = { tables: tablesOf(text), since: performance.now() };
    if (!this.#fullTable(statement)) return this.#start(statement);
    return this.#isStuck(statement) ? null : this.#wait(statement);
  }

  #wait(statement: Statement): Promise<Leave | null> {
    const { promise, resolve } = Promise.withResolvers<Leave | null>();
    const waiting = { statement, enter: () => end(this.#start({ ...statement, since: performance.now() })) };
    const isOver = () => this.#isStuck(statement) || performance.now() - statement.since > this.#maxWaitMs;
    const timer = setInterval(() => isOver() && end(null), stuckMs / 10);
    const end = (leave: Leave | null) => {
      clearInterval(timer);
      this.#waiting.delete(waiting);
      resolve(leave);
    };
    this.#waiting.add(waiting);
    return promise;
  }

  #start(statement: Statement): Leave {
    for (const table of statement.tables) {
      const running = this.#running.get(table) ?? new Set();
      this.#running.set(table, running.add(statement));
    }
    return () => {
      for (const table of statement.tables) this.#running.get(table)?.delete(statement);
      for (const { statement: next, enter } of this.#waiting) if (!this.#fullTable(next)) enter();
    };
  }

  #fullTable({ tables }: Statement): Set<Statement> | undefined {
    for (const table of tables) {
      const running = this.#running.get(table);
      if (running && running.size >= this.#max) return running;
    }
    return undefined;
  }

  #isStuck(statement: Statement): boolean {
    // Statements are kept in the order in which they began.
    const [oldest] = this.#fullTable(statement) ?? [];
    return oldest !== undefined && performance.now() - oldest.since > stuckMs;
  }
}

type Leave = () => void;

const known = new LRUCache<string, readonly string[]>({ max: maxTexts });

function tablesOf(text: string): readonly string[] {
  const held = known.get(text);
  if (held) return held;
  const named = text.matchAll(/\b(?:from|join|update|into|table)\s+(?:only\s+)?"?([a-z_][a-z_0-9]*)"?/gi);
  const tables = [...new Set([...named].map(([, table = '']) => table))];
  known.set(text, tables);
  return tables;
}
