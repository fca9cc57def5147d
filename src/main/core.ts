import { join } from 'node:path';
import { pino } from 'pino';
import type { Settings } from '#features/settings/index.ts';
import { type Actor, visitor } from '#kernel/actor.ts';
import { TagGenerations } from '#kernel/cache/tags.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, EventBus, Tenant } from '#kernel/context.ts';
import { DatabaseClock } from '#kernel/db/database-clock.ts';
import { openDatabase } from '#kernel/db/pool.ts';
import { createEventBus } from '#kernel/event-bus.ts';
import { createSeals, readPortalKey } from '#kernel/seals.ts';
import { type ChosenFiles, openChosenFiles } from '#kernel/storage/chosen-files.ts';
import { type FileStore, openFileStore } from '#kernel/storage/files.ts';

/**
 * What every process and every command works with. It imports no feature before that is used, so that a command loads
 * only what it needs; `app.ts` adds the calls and what they are made of.
 */
export type Core = {
  readonly config: Config;
  readonly connectionString: string;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly defaultTenant: Tenant;
  /** The features' listeners are loaded and attached before the first event. */
  readonly events: EventBus;
  /** What a tenant's portal is set to now. */
  readonly settings: Settings;
  /** The folder of the tenants' search indexes. */
  readonly searchFolder: string;
  readonly disk: FileStore;
  readonly files: ChosenFiles;
  readonly log: pino.Logger;
  readonly clock: DatabaseClock;
  /** The time of `clock`. */
  readonly now: () => Date;
  /** The context of work done for a tenant by nobody in particular: jobs, the command line, page rendering. */
  contextOf(tenant: Tenant, actor?: Actor): Context;
  close(): Promise<void>;
};

export function openCore(config: Config, connectionString: string): Core {
  const clock = new DatabaseClock();
  const now = () => clock.now();
  const log = pino({ level: config.logLevel, base: null });
  const seals = createSeals(readPortalKey(config));
  const tenants = new Map<string, Tenant>(
    config.tenants.map(({ id }) => [
      id,
      {
        id,
        db: openDatabase(connectionString, id, config.databasePool),
        cacheDb: openDatabase(connectionString, id, 2),
        tags: new TagGenerations(),
        passwordCost: config.passwordCost,
        seals,
      },
    ]),
  );
  const [defaultTenant] = tenants.values();
  if (!defaultTenant) throw new Error('no tenant is configured');
  let opened: Promise<Settings> | undefined;
  const settings: Settings = async (ctx) => {
    opened ??= import('#features/settings/index.ts').then(({ openSettings }) => openSettings(config));
    return (await opened)(ctx);
  };
  const events = createEventBus(async (bus) =>
    (await import('./listeners.ts')).attachListeners(bus, { settings }),
  );
  const contextOf = (tenant: Tenant, actor: Actor = visitor): Context => ({
    tenant,
    db: tenant.db,
    actor,
    events,
    log,
    now,
  });
  const disk = openFileStore(config.dataDir);
  const files = openChosenFiles(disk, async (tenantId) => {
    const tenant = tenants.get(tenantId);
    return tenant ? (await settings(contextOf(tenant))).storage : null;
  });
  return {
    config,
    connectionString,
    tenants,
    defaultTenant,
    events,
    settings,
    searchFolder: join(config.dataDir, 'search'),
    disk,
    files,
    log,
    clock,
    now,
    contextOf,
    async close() {
      files.close();
      for (const { db, cacheDb } of tenants.values()) await Promise.all([db.destroy(), cacheDb.destroy()]);
    },
  };
}
