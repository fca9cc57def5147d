import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from './actor.ts';
import type { TagGenerations } from './cache/tags.ts';
import type { Tables } from './db/tables.ts';
import type { Events } from './events.ts';
import type { Seals } from './seals.ts';

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** One publisher's portal in one application: its own schema, pool, search table and file folder. */
export type Tenant = {
  readonly id: string;
  readonly db: Database;
  /**
   * Connections for what fills caches. That may happen inside transactions: if each holds a connection of `db` and waits
   * for another one, none goes on.
   */
  readonly cacheDb: Database;
  /** Says which of its caches are stale. */
  readonly tags: TagGenerations;
  /** Memory of one password hash in KiB (PASSWORD_COST). */
  readonly passwordCost: number;
  /** Encrypts secrets at rest with the portal's key. */
  readonly seals: Seals;
};

/** What every service verb and read gets first. `now` is a function so that tests can move the clock. */
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
 * News travels up as events, inside the transaction that made it: what a listener writes is committed with
 * the change or not at all, and a listener that throws undoes the change.
 */
export type EventBus = {
  on<N extends EventName>(name: N, listener: EventListener<N>): void;
  emit<N extends EventName>(ctx: Context, trx: Trx, name: N, event: Events[N]): Promise<void>;
};
