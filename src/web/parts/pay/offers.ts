import type { OfferedPlan } from '#features/memberships/schema.ts';
import { formatFen } from '#shared/money.ts';
import type { PayOffer } from './pay-offers.tsx';
import type { PayRequest } from './pay-request.ts';

/** Something for sale. Its id is the server's name for it: `post:7`, `plan:3`. */
export type PayChoice = PayOffer & {
  kind: 'post' | 'vip' | 'column';
  /** Description that does not mention the price. */
  baseNote: string;
};

/**
 * Lists everything for sale in this place: the post, its column, VIP. Without a post, lists only the requested kind.
 */
export function listChoices({ post, preselected }: PayRequest, plans: readonly OfferedPlan[]): PayChoice[] {
  const available = plans.filter(({ isAvailable }) => isAvailable);
  const plansOf = (scope: 'vip' | 'column') => available.filter((plan) => plan.scope === scope).map(toChoice);
  const postChoice: PayChoice[] =
    post && post.price !== null
      ? [
          {
            id: `post:${post.id}`,
            kind: 'post',
            title: '只买这一篇',
            note: [post.title, post.priceNote].filter(Boolean).join('，'),
            baseNote: post.title,
            price: formatFen(post.price),
          },
        ]
      : [];
  if (!post) return preselected === 'post' ? [] : plansOf(preselected);
  return [...postChoice, ...plansOf('column'), ...(post.isByVip ? plansOf('vip') : [])];
}

/** Returns a note on what others pay for a post: VIP members see the regular price, everyone else the VIP price. */
export function priceNoteOf(
  cost: number | null,
  { price, vipPrice }: { price: number | null; vipPrice: number | null },
): string | undefined {
  if (cost === null || price === null || vipPrice === null || vipPrice === price) return undefined;
  return cost === vipPrice ? `VIP 价，普通价 ${formatFen(price)}` : `VIP 价 ${formatFen(vipPrice)}`;
}

/**
 * Returns the choice at its quoted price, which differs for gifts and when the price changed after the list was loaded.
 */
export function withQuotedPrice(choice: PayChoice, quote: { listPrice: number } | undefined): PayChoice {
  const price = quote && formatFen(quote.listPrice);
  if (price === undefined || price === choice.price) return choice;
  return { ...choice, price, listPrice: undefined, note: choice.baseNote };
}

function toChoice(plan: OfferedPlan): PayChoice {
  const isDiscounted = plan.yourPrice < plan.price;
  const benefit = plan.scope === 'vip' ? '阅读全部 VIP 文章' : '阅读栏目全部内容';
  return {
    id: `plan:${plan.id}`,
    kind: plan.scope,
    title: plan.scope === 'vip' ? `VIP 会员 · ${plan.name}` : `订阅${plan.columnName} · ${plan.name}`,
    note: `${formatPeriod(plan)}，${isDiscounted ? '首次优惠，' : ''}${benefit}`,
    baseNote: `${formatPeriod(plan)}，${benefit}`,
    price: formatFen(plan.yourPrice),
    listPrice: isDiscounted ? formatFen(plan.price) : undefined,
  };
}

/** Formats a duration: 1 个月, 1 年, 7 天. */
export function formatPeriod({ months, days }: { months: number | null; days: number | null }): string {
  if (months === null) return `${days ?? 0} 天`;
  return months % 12 === 0 ? `${months / 12} 年` : `${months} 个月`;
}
