import { recordSecurityEvent } from '#features/audit/index.ts';
import { resolveActor, resolveKey } from '#features/identity/index.ts';
import { features } from '#features/index.ts';
import { offModules } from '#features/settings/index.ts';
import { type Actor, requireMemberId } from '#kernel/actor.ts';
import { type Config, loadConfig } from '#kernel/config.ts';
import type { Tenant } from '#kernel/context.ts';
import { provide } from '#kernel/feature.ts';
import type { Call, IsOff } from '#kernel/http/calls.ts';
import type { ReadRouter } from '#kernel/http/read-router.ts';
import type { ServerOptions } from '#kernel/http/server.ts';
import { type Core, openCore } from './core.ts';
import { createServices, type Services } from './services.ts';

/** The whole application, as the web processes and the worker run it. */
export type App = Core &
  Services & {
    readonly calls: readonly Call[];
    readonly isOff: IsOff;
    /** Returns the member a token belongs to, or null if the token is unknown or expired. */
    resolveActor(tenant: Tenant, token: string): Promise<Actor | null>;
    /** @throws unauthenticated or rateLimited */
    resolveKey(tenant: Tenant, key: string): Promise<Actor>;
    onRefused: NonNullable<ServerOptions['onRefused']>;
    /** Chooses between primary and replicas for reads; undefined without replicas, and where nobody reads. */
    readonly reads?: ReadRouter;
  };

/**
 * Opens the application with the settings of this process.
 * @throws without DATABASE_URL, which the supervisor sets
 */
export function openApp(): App {
  const config = loadConfig();
  if (!config.databaseUrl) throw new Error('a process of the portal needs DATABASE_URL');
  return createApp(config, config.databaseUrl);
}

export function createApp(config: Config, connectionString: string): App {
  const core = openCore(config, connectionString);
  const services = createServices(core);
  return {
    ...core,
    ...services,
    calls: features.flatMap((feature) => [
      ...(provide<Services, readonly Call[]>(feature.routes, services) ?? []),
    ]),
    isOff: async (ctx, module) => (await offModules(ctx)).includes(module),
    resolveActor: (tenant, token) =>
      resolveActor(tenant, token, core.now, () => core.settings(core.contextOf(tenant))),
    resolveKey: (tenant, key) => {
      const ctx = core.contextOf(tenant);
      return resolveKey(ctx, key, () => core.settings(ctx));
    },
    onRefused: (ctx, { method, path }, { address }) =>
      recordSecurityEvent(ctx, {
        kind: 'refused',
        memberId: requireMemberId(ctx),
        address,
        details: { call: `${method} ${path}`, ...keyDetail(ctx.actor) },
      }),
    async close() {
      services.searchIndexes.close();
      await core.close();
    },
  };
}

/** Returns the application with its replicas, if it has any, for a process that answers readers. */
export async function withReplicas(app: App): Promise<App> {
  if (app.config.databaseReadUrls.length === 0) return app;
  const { ReplicaRouter } = await import('#scale/database/read-router.ts');
  const reads = new ReplicaRouter(app);
  return { ...app, reads, close: () => reads.close().then(app.close) };
}

const keyDetail = (actor: Actor): { key?: string } =>
  actor.kind === 'member' && actor.apiKey ? { key: actor.apiKey.name } : {};
