import { join } from 'node:path';
import type { SearchIndexes } from '#features/search/index.ts';
import { hasMilestone, reachMilestone } from '#features/settings/index.ts';
import { type Config, ConfigError } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { openCore } from './core.ts';
import { migrateTenants } from './migrate-tenants.ts';
import { checkPortalKey } from './portal-key.ts';

/** Reached when the demo edition is whole. */
export const demoLoaded = 'demo loaded';
const demoBegun = 'demo begun';
/** The data belong to a live portal. */
const live = 'live';

/**
 * Migrates, and loads the demo edition into a demo portal that has nothing yet, unless DEMO_CONTENT says no.
 * @returns the lines that the operator must see, once
 * @throws ConfigError when a live portal still holds the demo's people, and when the data of a live portal are started as
 * a demo, which is what missing settings look like
 */
export async function prepareContent(
  config: Config,
  connectionString: string,
  log: (line: string) => void = () => undefined,
): Promise<string[]> {
  await migrateTenants(config, connectionString, log);
  const core = openCore(config, connectionString);
  try {
    for (const tenant of core.tenants.values()) await checkPortalKey(core.contextOf(tenant));
    const ctx = core.contextOf(core.defaultTenant);
    if (config.siteMode === 'live') {
      if ((await hasMilestone(ctx.db, demoBegun)) || (await hasMilestone(ctx.db, demoLoaded)))
        throw new ConfigError(
          'SITE_MODE=live 不能用在装过演示内容与演示账号的数据上，请换一个 DATA_DIR 或 DATABASE_URL。',
        );
      await reachMilestone(ctx, live);
      return [];
    }
    if (await hasMilestone(ctx.db, live))
      throw new ConfigError(
        '这些数据属于正式站点，现在的设置却是演示模式（SITE_MODE=demo）。请检查 .env 是否还在、是否写着 SITE_MODE=live；要运行演示，请换一个 DATA_DIR 或 DATABASE_URL。',
      );
    if (!(await wantsDemo(config, ctx))) return [];
    await reachMilestone(ctx, demoBegun);
    log('首次启动，正在载入演示内容 …');
    const { loadDemo } = await import('./demo.ts');
    const lines = await loadDemo(core, ctx);
    // Last, so that a start that is cut off loads the rest the next time: every step may be repeated.
    await reachMilestone(ctx, demoLoaded);
    return lines;
  } finally {
    await core.close();
  }
}

/** Never into a portal that somebody has begun, or that came from elsewhere; a load that was cut off goes on. */
async function wantsDemo(config: Config, ctx: Context): Promise<boolean> {
  if (!config.hasDemoContent || (await hasMilestone(ctx.db, demoLoaded))) return false;
  return (await hasMilestone(ctx.db, demoBegun)) || (await isUntouched(ctx));
}

async function isUntouched({ db }: Context): Promise<boolean> {
  for (const table of ['members', 'posts'] as const)
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  return true;
}

/**
 * Where the first administrator sets the portal up, with the key that opens it; null once there is staff.
 * @param site scheme and host the portal is reached at
 */
export async function setupAddress(
  config: Config,
  connectionString: string,
  site: string,
): Promise<string | null> {
  const { setupKey } = await import('#features/identity/index.ts');
  const core = openCore(config, connectionString);
  try {
    const key = await setupKey(core.contextOf(core.defaultTenant));
    return key && `${config.siteUrl ?? site}/admin/setup#${key}`;
  } finally {
    await core.close();
  }
}

/**
 * Claims the search indexes in DATA_DIR for this portal.
 * @returns gives them up again, so that another machine can take over at once
 * @throws ConfigError while another portal on this database uses an index that is not this one
 */
export async function claimIndexes(config: Config, connectionString: string): Promise<() => Promise<void>> {
  const { claimIndexAtStart, openSearchIndexes, releaseIndex } = await import('#features/search/index.ts');
  const withEach = async (work: (ctx: Context, indexes: SearchIndexes) => Promise<void>) => {
    const core = openCore(config, connectionString);
    const indexes = openSearchIndexes(core.searchFolder);
    try {
      for (const tenant of core.tenants.values()) await work(core.contextOf(tenant), indexes);
    } finally {
      indexes.close();
      await core.close();
    }
  };
  await withEach(async (ctx, indexes) => {
    const machine = await claimIndexAtStart(ctx, indexes);
    if (machine !== null)
      throw new ConfigError(
        `这个数据库的门户正在 ${machine} 上运行，搜索索引在那里；这里的 ${join(config.dataDir, 'search')} 是另一份，两份索引会各缺一部分内容。` +
          '请只让一处运行门户，或让各处共用同一个文件夹（DATA_DIR/search）；那处若已停用，一分钟后再启动即可接手。',
      );
  });
  return () => withEach(releaseIndex);
}
