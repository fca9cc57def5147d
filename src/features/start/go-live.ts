import { recordAction } from '#features/audit/index.ts';
import {
  type CurrentSettings,
  findLiveFaults,
  isMilestoneReached,
  liveMilestone,
  nameTenant,
  readVersionsInForce,
  type Settings,
  setMilestone,
} from '#features/settings/index.ts';
import { findNewestBackup } from '#features/transfers/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden } from '#kernel/errors.ts';
import { decideGoLive, dismissedGoLive, goLiveMilestone } from './policy.ts';
import type { GuideFacts } from './queries.ts';
import { type GoLiveItem, goLiveItems, type Start } from './schema.ts';

export type GoLiveParts = {
  settings: Settings;
  config: Config;
  requestRestart: () => void;
  /** A context for each tenant of the installation; the default tenant is the first. */
  allTenants: () => readonly [Context, ...Context[]];
};

/** Returns what is left to do before the site goes live; null before the first post, in a demo, and when it is done. */
export async function readGoLive(
  ctx: Context,
  parts: GoLiveParts,
  facts: GuideFacts,
): Promise<Start['goLive']> {
  const [current, versions, backup, isLive] = await Promise.all([
    parts.settings(ctx),
    readVersionsInForce(ctx),
    findNewestBackup(ctx.db, ['done']),
    isInstallationLive(parts),
  ]);
  const isSet = listSet(current, versions, { isLive, hasBackup: backup !== undefined });
  const list = decideGoLive(facts, isSet);
  return list && { ...list, switchedBy: await findSwitcher(ctx, parts) };
}

/** Whether the whole installation is live, or will be after the restart. */
const isInstallationLive = async ({ config, allTenants }: GoLiveParts): Promise<boolean> =>
  config.siteMode === 'live' || isMilestoneReached(allTenants()[0], liveMilestone);

/** Names the tenant whose administrators switch the installation; null if it is this one. */
async function findSwitcher(ctx: Context, { settings, allTenants }: GoLiveParts): Promise<string | null> {
  const [first] = allTenants();
  if (first.tenant.id === ctx.tenant.id) return null;
  return nameTenant((await settings(first)).site.name, first);
}

const listSet = (
  { site, sms, mail, pay, backup }: CurrentSettings,
  { agreement, privacy }: Record<'agreement' | 'privacy', string | null>,
  { isLive, hasBackup }: { isLive: boolean; hasBackup: boolean },
): ReadonlySet<GoLiveItem> => {
  const isSet: Partial<Record<GoLiveItem, boolean>> = {
    domain: site.url?.startsWith('https://') ?? false,
    filing: site.icp !== '',
    agreements: agreement !== null && privacy !== null,
    sms: sms !== null,
    mail: mail !== null,
    payment: pay.wechat !== null || pay.alipay !== null,
    backup: backup.every !== 'off' && hasBackup,
    mode: isLive,
  };
  return new Set(goLiveItems.filter((item) => isSet[item]));
};

/** Ticks an item by hand or takes the tick back, or closes the list, for everyone. May be repeated. */
export async function tickGoLive(
  ctx: Context,
  { item, isTicked }: { item: GoLiveItem | 'dismissed'; isTicked: boolean },
): Promise<boolean> {
  const name = item === 'dismissed' ? dismissedGoLive : goLiveMilestone(item);
  await inTransaction(ctx, async (trx) => {
    await setMilestone(ctx, trx, name, isTicked);
    await recordAction(ctx, trx, {
      action: isTicked ? 'go-live.tick' : 'go-live.untick',
      target: `go-live:${item}`,
    });
  });
  return true;
}

/**
 * Switches the installation, with all its tenants, to live mode for good, and asks for the restart that puts it into
 * force. May be repeated.
 * @throws forbidden for any tenant but the default; conflict naming everything that a tenant lacks
 */
export async function goLive(ctx: Context, parts: GoLiveParts): Promise<boolean> {
  const { config, requestRestart, allTenants } = parts;
  const switcher = await findSwitcher(ctx, parts);
  if (switcher)
    throw forbidden(
      `正式模式由${switcher}的管理员为所有站点一起切换，这里不能切换；请把本站的上线清单做完，再联系他们`,
    );
  if (await isInstallationLive(parts)) return true;
  if (config.isModeGiven)
    throw conflict('服务器的设置写明了演示模式，在那里去掉 SITE_MODE 并重新启动，才能在这里切换');
  await inTransaction(ctx, async (trx) => {
    const [, ...others] = allTenants();
    const { demos, faults } = await findLiveFaults([{ ...ctx, db: trx }, ...others], config);
    if (demos.length > 0) {
      const holder = others.length > 0 ? demos.join('、') : '这个站点';
      throw conflict(`${holder}装过演示内容和演示账号，正式站点请用一份新的数据`);
    }
    if (faults.length > 0) throw conflict(`还不能切换：${faults.join('；')}`);
    await setMilestone(ctx, trx, liveMilestone, true);
    await recordAction(ctx, trx, { action: 'go-live.switch', target: 'go-live:mode' });
  });
  requestRestart();
  return true;
}
