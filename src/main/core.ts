import type { Logger } from 'pino';
import type { Settings } from '#features/settings/index.ts';
import { type Actor, visitor } from '#kernel/actor.ts';
import { TagGenerations } from '#kernel/cache/tag-generations.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, EventBus, EventListener, EventName, Tenant } from '#kernel/context.ts';
import { DatabaseClock } from '#kernel/db/database-clock.ts';
import { openDatabase } from '#kernel/db/pool.ts';
import { createLog } from '#kernel/log.ts';
import { createSeals, readPortalKey } from '#kernel/seals.ts';
import { type ConfiguredFiles, openConfiguredFiles } from '#kernel/storage/configured-files.ts';
import { type FileStore, openFileStore } from '#kernel/storage/files.ts';

/**
 * What every process and every command works with. It loads no feature before its first use, so that a command loads
 * only what it needs; `app.ts` adds the calls and their services.
 */
export type Core = {
  readonly config: Config;
  readonly connectionString: string;
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly defaultTenant: Tenant;
  /** Loads and attaches the listeners of the features before the first event. */
  readonly events: EventBus;
  /** Returns the current settings of a tenant's portal. */
  readonly settings: Settings;
  readonly disk: FileStore;
  readonly files: ConfiguredFiles;
  readonly log: Logger;
  readonly clock: DatabaseClock;
  readonly now: () => Date;
  /** Returns a context for work that no member requested: jobs, the command line, page rendering. */
  contextOf(tenant: Tenant, actor?: Actor): Context;
  close(): Promise<void>;
};

export function openCore(config: Config, connectionString: string): Core {
  const clock = new DatabaseClock();
  const now = () => clock.now();
  const log = createLog(config.logLevel);
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
        hasDynamicRoutes: config.hasDynamicRoutes,
        hasCdn: config.cdn !== null,
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
  const files = openConfiguredFiles(disk, async (tenantId) => {
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

/** Returns a context for each tenant; the default tenant is the first. */
export const contextsOf = ({ tenants, defaultTenant, contextOf }: Core): [Context, ...Context[]] => [
  contextOf(defaultTenant),
  ...[...tenants.values()].filter((tenant) => tenant !== defaultTenant).map((tenant) => contextOf(tenant)),
];

/**
 * Creates an event bus that calls listeners in the order in which they were added. `attach` adds the features'
 * listeners. It runs once, at the first event, because loading the listeners imports most features and most commands
 * emit nothing.
 */
function createEventBus(attach: (bus: EventBus) => Promise<void>): EventBus {
  const listeners = new Map<EventName, EventListener<EventName>[]>();
  let attached: Promise<void> | undefined;
  const bus: EventBus = {
    on(name, listener) {
      const list = listeners.get(name) ?? [];
      list.push(listener as EventListener<EventName>);
      listeners.set(name, list);
    },
    async emit(ctx, trx, name, event) {
      attached ??= attach(bus);
      await attached;
      for (const listener of listeners.get(name) ?? []) await listener(ctx, trx, event as never);
    },
  };
  return bus;
}
