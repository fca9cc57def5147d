import { recordAction } from '#features/audit/index.ts';
import {
  type CurrentSettings,
  findLiveFaults,
  isMilestoneReached,
  liveMilestone,
  readVersionsInForce,
  type Settings,
  setMilestone,
} from '#features/settings/index.ts';
import { findNewestBackup } from '#features/transfers/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict } from '#kernel/errors.ts';
import { builtInColumns, decideGoLive, dismissedGoLive, goLiveMilestone, hasDemo } from './policy.ts';
import { findGuideFacts, type GuideFacts } from './queries.ts';
import { type GoLiveItem, goLiveItems, type Start } from './schema.ts';

export type GoLiveParts = { settings: Settings; config: Config; requestRestart: () => void };

/** Returns what is left to do before the site goes live; null before the first post, in a demo, and when it is done. */
export async function readGoLive(
  ctx: Context,
  { settings, config }: GoLiveParts,
  facts: GuideFacts,
): Promise<Start['goLive']> {
  const [current, versions, backup] = await Promise.all([
    settings(ctx),
    readVersionsInForce(ctx),
    findNewestBackup(ctx.db, ['done']),
  ]);
  const isLive = config.siteMode === 'live' || facts.milestones.includes(liveMilestone);
  const isSet = listSet(current, versions, { isLive, hasBackup: backup !== undefined });
  return decideGoLive(facts, isSet);
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
 * Switches the portal to live mode for good, and asks for the restart that puts it into force. May be repeated.
 * @throws conflict naming everything that a live portal lacks
 */
export async function goLive(ctx: Context, { config, requestRestart }: GoLiveParts): Promise<boolean> {
  if (config.siteMode === 'live' || (await isMilestoneReached(ctx, liveMilestone))) return true;
  if (config.isModeGiven)
    throw conflict('服务器的设置写明了演示模式，在那里去掉 SITE_MODE 并重新启动，才能在这里切换');
  await inTransaction(ctx, async (trx) => {
    const { milestones } = await findGuideFacts(trx, builtInColumns);
    if (hasDemo(milestones)) throw conflict('这个站点装过演示内容和演示账号，正式站点请用一份新的数据');
    const faults = await findLiveFaults({ ...ctx, db: trx }, config);
    if (faults.length > 0) throw conflict(`还不能切换：${faults.join('；')}`);
    await setMilestone(ctx, trx, liveMilestone, true);
    await recordAction(ctx, trx, { action: 'go-live.switch', target: 'go-live:mode' });
  });
  requestRestart();
  return true;
}
