import { recordAction } from '#features/audit/index.ts';
import {
  type CurrentSettings,
  readVersionsInForce,
  type Settings,
  setMilestone,
} from '#features/settings/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { decideGoLive, dismissedGoLive, goLiveMilestone } from './policy.ts';
import type { GuideFacts } from './queries.ts';
import { type GoLiveItem, goLiveItems, type Start } from './schema.ts';

export type GoLiveParts = { settings: Settings; config: Pick<Config, 'siteMode'> };

/** Returns what is left to do before the site goes live; null before the first post, in a demo, and when it is done. */
export async function readGoLive(
  ctx: Context,
  { settings, config }: GoLiveParts,
  facts: GuideFacts,
): Promise<Start['goLive']> {
  const [current, versions] = await Promise.all([settings(ctx), readVersionsInForce(ctx)]);
  const isSet = listSet(current, versions, config);
  return decideGoLive(facts, isSet);
}

const listSet = (
  { site, sms, mail, pay }: CurrentSettings,
  { agreement, privacy }: Record<'agreement' | 'privacy', string | null>,
  { siteMode }: GoLiveParts['config'],
): ReadonlySet<GoLiveItem> => {
  const isSet: Partial<Record<GoLiveItem, boolean>> = {
    domain: site.url?.startsWith('https://') ?? false,
    filing: site.icp !== '',
    agreements: agreement !== null && privacy !== null,
    sms: sms !== null,
    mail: mail !== null,
    payment: pay.wechat !== null || pay.alipay !== null,
    mode: siteMode === 'live',
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
