import { isLoggedIn } from '#client/session.ts';
import type { PostRecord, VipContents } from '#features/posts/schema.ts';
import { type FetchCall, withoutAlerts } from '#web/api.ts';
import { orNull } from '#web/parts/settle-all.ts';
import type { OfferedPlan } from '../schema.ts';

export type VipTitle = Pick<PostRecord, 'id' | 'columnId' | 'title' | 'wordCount'>;

/** The data of the VIP page. A secondary part is null if it failed to load. */
export type MembershipData = {
  /** The VIP plans that this reader can buy, in the operator's order. */
  plans: VipPlan[];
  contents: VipContents | null;
  newest: VipTitle[] | null;
  /** When the reader's own VIP ends; null for a visitor and without VIP. */
  vipUntil: string | null;
};

export type VipPlan = Pick<
  OfferedPlan,
  'id' | 'name' | 'months' | 'days' | 'price' | 'yourPrice' | 'isTrial'
>;

const newestSize = 8;

/** Loads the plans on sale and what VIP opens; in the browser also until when the member has VIP. */
export async function loadMembership(fetchCall: FetchCall): Promise<MembershipData> {
  const fetchQuietly = withoutAlerts(fetchCall);
  const [plans, contents, newest, memberships] = await Promise.all([
    fetchQuietly('GET /reception/getPlans'),
    orNull(fetchQuietly('GET /reception/getVipContents')),
    orNull(fetchQuietly('GET /reception/article/newArticleList', { size: newestSize })),
    isLoggedIn() ? orNull(fetchQuietly('GET /member/memberships')) : null,
  ]);
  return {
    plans: plans.filter(({ scope, isAvailable }) => scope === 'vip' && isAvailable).map(toVipPlan),
    contents,
    newest: newest?.map(toVipTitle) ?? null,
    vipUntil: memberships?.find(({ scope }) => scope === 'vip')?.endsAt ?? null,
  };
}

const toVipPlan = ({ id, name, months, days, price, yourPrice, isTrial }: OfferedPlan): VipPlan => ({
  ...{ id, name, months, days, price, yourPrice, isTrial },
});

const toVipTitle = ({ id, columnId, title, wordCount }: PostRecord): VipTitle => ({
  ...{ id, columnId, title, wordCount },
});

/** Returns the price of a day in fen, rounded up so that it is never understated; a month counts as 1/12 of 365 days. */
export function pricePerDay({ months, days, yourPrice }: VipPlan): number {
  return Math.ceil(yourPrice / (days ?? ((months ?? 1) * 365) / 12));
}
