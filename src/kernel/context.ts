import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from './actor.ts';
import type { TagGenerations } from './cache/tag-generations.ts';
import type { Tables } from './db/tables.ts';
import type { Events } from './events.ts';
import type { Seals } from './seals.ts';

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** One publisher's portal within a process, with its own schema, pool, search table and file folder. */
export type Tenant = {
  readonly id: string;
  readonly db: Database;
  /**
   * Connections for reads that fill caches. Such a read may happen inside a transaction: if each transaction held a
   * connection of `db` and waited for a second one, the pool would deadlock.
   */
  readonly cacheDb: Database;
  /** Tells which cached values of this tenant are stale. */
  readonly tags: TagGenerations;
  /** Memory of one password hash in KiB (PASSWORD_COST). */
  readonly passwordCost: number;
  /** Whether columns other than the built-in ones get routes (DYNAMIC_ROUTES). */
  readonly hasDynamicRoutes: boolean;
  /** Whether purges are also sent to a CDN (CDN). */
  readonly hasCdn: boolean;
  /** Encrypts secrets at rest with the portal's key. */
  readonly seals: Seals;
};

/** The first parameter of every service function and read. `now` is a function so that tests can move the clock. */
export type Context = {
  readonly tenant: Tenant;
  readonly db: Database;
  readonly actor: Actor;
  readonly events: EventBus;
  readonly log: Logger;
  readonly now: () => Date;
};

export type EventName = keyof Events;
export type EventListener<N extends EventName> = (ctx: Context, trx: Trx, event: Events[N]) => Promise<void>;

/**
 * Dispatches domain events inside the transaction that emits them: a listener's writes commit with the
 * change or not at all, and a listener that throws rolls the change back.
 */
export type EventBus = {
  on<N extends EventName>(name: N, listener: EventListener<N>): void;
  emit<N extends EventName>(ctx: Context, trx: Trx, name: N, event: Events[N]): Promise<void>;
};
