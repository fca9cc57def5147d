import { fileURLToPath } from 'node:url';
import { hasMilestone, reachMilestone } from '#features/settings/index.ts';
import { type Config, ConfigError } from '#kernel/config.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { tenantSchema } from '#kernel/db/pool.ts';
import { loadDemo } from './demo.ts';
import { buildHouse } from './house.ts';

/** The folder of migrations. */
export const migrations = fileURLToPath(new URL('../../db/migrations', import.meta.url));
const demoLoaded = 'demo loaded';

/** Brings the database of every tenant up to this version of the program; safe to repeat and to run at once. */
export async function migrateTenants(config: Config, connectionString: string): Promise<void> {
  for (const { id } of config.tenants)
    await migrate({ connectionString, schema: tenantSchema(id), directory: migrations });
}

/**
 * Migrates, and loads the demo edition into a demo portal that has never had it.
 * @returns the lines that the operator must see, once
 * @throws ConfigError when a live portal still holds the demo's people
 */
export async function prepareContent(
  config: Config,
  connectionString: string,
  log: (line: string) => void = () => undefined,
): Promise<string[]> {
  await migrateTenants(config, connectionString);
  const house = buildHouse(config, connectionString);
  try {
    const ctx = house.contextOf(house.defaultTenant);
    if (config.siteMode === 'live') {
      if (await hasMilestone(ctx.db, demoLoaded))
        throw new ConfigError(
          'SITE_MODE=live 不能用在装过演示内容与演示账号的数据上，请换一个 DATA_DIR 或 DATABASE_URL。',
        );
      return [];
    }
    if (await hasMilestone(ctx.db, demoLoaded)) return [];
    log('首次启动，正在载入演示内容 …');
    const lines = await loadDemo(house, ctx);
    // Last, so that a start that is cut off loads the rest the next time: every step may be repeated.
    await reachMilestone(ctx, demoLoaded);
    return lines;
  } finally {
    await house.close();
  }
}
