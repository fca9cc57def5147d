import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** Statement texts whose tables are cached. */
const maxTexts = 3000;

type Statement = { readonly tables: readonly string[]; readonly since: number };
type Waiting = { readonly statement: Statement; readonly start: () => void };

/** The largest share of a pool's connections that statements on one table may use. */
const maxShare = 0.7;
/** Milliseconds after which a statement counts as stuck. */
const stuckMs = 3000;

/**
 * A bulkhead per table: statements on a locked or slow table cannot occupy all connections of a pool. A statement
 * beyond the table's share waits while the table makes progress, and fails at once while the oldest statement on it is
 * stuck. Only new work is held back: a transaction under way may hold locks that others wait for.
 */
export class TableShares {
  readonly #max: number;
  readonly #running = new Map<string, Set<Statement>>();
  readonly #waiting = new Set<Waiting>();

  readonly #maxWaitMs: number;

  constructor({ max, connectionTimeoutMillis = 0 }: pg.PoolOptions) {
    // In a small pool a share would round down to one or two connections; such pools only fill caches.
    this.#max = max < 4 ? Number.POSITIVE_INFINITY : Math.floor(max * maxShare);
    this.#maxWaitMs = connectionTimeoutMillis || Number.POSITIVE_INFINITY;
  }

  /** @returns a function to call when the statement has ended, in a promise if it had to wait; null if refused */
  acquire(text: string): Release | Promise<Release | null> | null {
    const statement = { tables: tablesOf(text), since: performance.now() };
    if (!this.#fullTable(statement)) return this.#start(statement);
    return this.#isStuck(statement) ? null : this.#wait(statement);
  }

  #wait(statement: Statement): Promise<Release | null> {
    const { promise, resolve } = Promise.withResolvers<Release | null>();
    const waiting = { statement, start: () => end(this.#start({ ...statement, since: performance.now() })) };
    const isOver = () => this.#isStuck(statement) || performance.now() - statement.since > this.#maxWaitMs;
    const timer = setInterval(() => isOver() && end(null), stuckMs / 10);
    const end = (release: Release | null) => {
      clearInterval(timer);
      this.#waiting.delete(waiting);
      resolve(release);
    };
    this.#waiting.add(waiting);
    return promise;
  }

  #start(statement: Statement): Release {
    for (const table of statement.tables) {
      const running = this.#running.get(table) ?? new Set();
      this.#running.set(table, running.add(statement));
    }
    return () => {
      for (const table of statement.tables) this.#running.get(table)?.delete(statement);
      for (const { statement: next, start } of this.#waiting) if (!this.#fullTable(next)) start();
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
    // A set iterates in insertion order, so the first statement is the oldest.
    const [oldest] = this.#fullTable(statement) ?? [];
    return oldest !== undefined && performance.now() - oldest.since > stuckMs;
  }
}

type Release = () => void;

const tableCache = new LRUCache<string, readonly string[]>({ max: maxTexts });

function tablesOf(text: string): readonly string[] {
  const cached = tableCache.get(text);
  if (cached) return cached;
  const named = text.matchAll(/\b(?:from|join|update|into|table)\s+(?:only\s+)?"?([a-z_][a-z_0-9]*)"?/gi);
  const tables = [...new Set([...named].map(([, table = '']) => table))];
  tableCache.set(text, tables);
  return tables;
}
