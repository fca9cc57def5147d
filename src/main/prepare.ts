import {
  demoBegun,
  demoLoaded,
  findLiveFaults,
  hasMilestone,
  liveMilestone,
  reachMilestone,
} from '#features/settings/index.ts';
import { type Config, ConfigError } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import { namePlace } from '#kernel/storage/storage-place.ts';
import { contextsOf, openCore } from './core.ts';
import { checkPortalKey } from './portal-key.ts';
import { adminBuilt, siteBuilt } from './site-build.ts';

/**
 * Loads the demo edition into an empty demo portal, unless DEMO_CONTENT forbids it. May be repeated.
 * @returns lines to show the operator once the portal is ready
 * @throws ConfigError if a tenant of a live portal holds the demo edition or lacks a setting, or if SITE_MODE says that
 * the data of a live portal are a demo
 */
export async function prepareContent(
  config: Config,
  connectionString: string,
  { log = () => undefined, loadsDemo = true }: { log?: (line: string) => void; loadsDemo?: boolean } = {},
): Promise<string[]> {
  const core = openCore(config, connectionString);
  try {
    const contexts = contextsOf(core);
    for (const one of contexts) await checkPortalKey(one);
    const [ctx] = contexts;
    if (config.siteMode === 'live') {
      await requireLiveTenants(contexts, config);
      const { endSandboxOrders } = await import('#features/orders/index.ts');
      let ended = 0;
      for (const one of contexts) {
        // At each live start, since a machine that still ran the demo may have sold meanwhile.
        ended += await endSandboxOrders(one);
        // Every tenant's data are live from now on, wherever they are moved.
        await reachMilestone(one, liveMilestone);
      }
      return ended > 0 ? [`演示时用沙箱支付的 ${ended} 笔订单已作废：权益已收回，收入和分成已冲回。`] : [];
    }
    for (const one of contexts)
      if (await hasMilestone(one.db, liveMilestone))
        throw new ConfigError(
          `${contexts.length > 1 ? `租户 ${one.tenant.id} ` : '这些'}的数据属于正式站点，设置却写明演示模式（SITE_MODE=demo）。请去掉这一项；要运行演示，请换一个 DATA_DIR 或 DATABASE_URL。`,
        );
    if (!loadsDemo || !(await shouldLoadDemo(config, ctx))) return [];
    await reachMilestone(ctx, demoBegun);
    log('首次启动，正在载入演示内容 …');
    const { loadDemo } = await import('./demo.ts');
    // Passwords are stored only as hashes, so they are shown at once: a start that ends before the portal is ready shows
    // them too, and one that is interrupted here sets and shows new ones.
    for (const line of await loadDemo(core, ctx)) log(line);
    // Set last, so that an interrupted start loads the rest the next time: every step may be repeated.
    await reachMilestone(ctx, demoLoaded);
    return [];
  } finally {
    await core.close();
  }
}

/** @throws ConfigError if a tenant holds the demo edition or lacks a setting of a live portal */
export async function requireLiveTenants(contexts: readonly Context[], config: Config): Promise<void> {
  const { demos, faults } = await findLiveFaults(contexts, config);
  if (demos.length > 0) {
    const holders = contexts.length > 1 ? `（${demos.join('、')}）` : '';
    throw new ConfigError(
      `SITE_MODE=live 不能用在装过演示内容与演示账号的数据上${holders}，请换一个 DATA_DIR 或 DATABASE_URL。`,
    );
  }
  if (faults.length > 0)
    throw new ConfigError(
      `正式站点还缺设置：${faults.join('；')}。可以写在 .env 里（SITE_URL、SMS_PROVIDER、SMTP_URL）；也可以去掉 SITE_MODE 启动，在后台“设置”里填好，再从工作台的上线清单切换到正式模式。`,
    );
}

/** Never loads into a portal that is in use or was restored from elsewhere; continues an interrupted load. */
async function shouldLoadDemo(config: Config, ctx: Context): Promise<boolean> {
  if (!config.hasDemoContent || (await hasMilestone(ctx.db, demoLoaded))) return false;
  return (await hasMilestone(ctx.db, demoBegun)) || (await isUntouched(ctx));
}

async function isUntouched({ db }: Context): Promise<boolean> {
  for (const table of ['members', 'posts'] as const)
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  return true;
}

/**
 * Returns the address where the first administrator sets the portal up, including the key that opens it; null once
 * there is staff.
 * @param site the scheme and host at which the portal is reachable
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
 * Claims the search indexes for this portal, until its worker releases them. A machine that cannot read the index of the
 * portal starts without search.
 * @param pid the process whose end frees the indexes for another portal on this machine
 * @returns lines to show the operator, if search is missing on this machine
 * @throws ConfigError if the bucket of the index ignores conditions of writes
 */
export async function claimIndexes(config: Config, connectionString: string, pid: number): Promise<string[]> {
  const { claimIndexAtStart, openTenantIndexes } = await import('#features/search/index.ts');
  const core = openCore(config, connectionString);
  const place = namePlace(config.searchPlace);
  const indexes = openTenantIndexes(config.searchPlace, { pid });
  try {
    for (const tenant of core.tenants.values()) {
      const machine = await claimIndexAtStart(core.contextOf(tenant), indexes);
      if (machine !== null)
        return [
          `搜索在这台机器上不可用：门户的搜索索引在 ${machine}，这里的 ${place} 是另一处。` +
            '请让各台机器的 SEARCH_URI 指向同一处（共用的文件夹或存储桶）；那台机器若已停用，一分钟后由这里接手，自动重建索引。',
        ];
    }
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.kind === 'conflict') throw new ConfigError(error.message);
    return [`搜索暂时不可用：搜索索引的位置 ${place} 没有应答或不能写入，恢复后自动可用。`];
  } finally {
    indexes.close();
    await core.close();
  }
}

/** Stores the built files of this machine, so that the others can serve them to its pages. */
export async function storeOwnBuild(config: Config, connectionString: string): Promise<void> {
  const { storeBuild } = await import('#scale/builds/site-builds.ts');
  const core = openCore(config, connectionString);
  try {
    await storeBuild(core.defaultTenant.db, [siteBuilt, adminBuilt]);
  } finally {
    await core.close();
  }
}
