import type { OfferedPlan } from '#features/memberships/schema.ts';
import { formatFen } from '#shared/money.ts';
import type { PayOffer } from './pay-offers.tsx';
import type { PayRequest } from './paying.ts';

/** What can be bought at once, by the name the server knows it under: `post:7`, `plan:3`. */
export type Choice = PayOffer & {
  kind: 'post' | 'vip' | 'column';
  /** What it is, whatever it costs. */
  plainNote: string;
};

/**
 * Every way on from where the buyer stands, cheapest kind first: the piece, its column, VIP. Without a piece it is what
 * was asked for alone.
 */
export function choicesOf({ piece, first }: PayRequest, plans: readonly OfferedPlan[]): Choice[] {
  const sold = plans.filter(({ isAvailable }) => isAvailable);
  const ofScope = (scope: 'vip' | 'column') => sold.filter((plan) => plan.scope === scope).map(planChoice);
  const single: Choice[] =
    piece && piece.price !== null
      ? [
          {
            id: `post:${piece.id}`,
            kind: 'post',
            title: '只买这一篇',
            note: [piece.title, piece.priceNote].filter(Boolean).join('，'),
            plainNote: piece.title,
            price: formatFen(piece.price),
          },
        ]
      : [];
  if (!piece) return first === 'post' ? [] : ofScope(first);
  return [...single, ...ofScope('column'), ...(piece.isByVip ? ofScope('vip') : [])];
}

/** Says beside a piece's price what others pay: a VIP learns the price, everybody else the VIP price. */
export function priceNoteOf(
  cost: number | null,
  { price, vipPrice }: { price: number | null; vipPrice: number | null },
): string | undefined {
  if (cost === null || price === null || vipPrice === null || vipPrice === price) return undefined;
  return cost === vipPrice ? `VIP 价，普通价 ${formatFen(price)}` : `VIP 价 ${formatFen(vipPrice)}`;
}

/** A choice at the price it was quoted at: as a gift, or where that changed since it was listed. */
export function asQuoted(choice: Choice, quote: { listPrice: number } | undefined): Choice {
  const price = quote && formatFen(quote.listPrice);
  if (price === undefined || price === choice.price) return choice;
  return { ...choice, price, listPrice: undefined, note: choice.plainNote };
}

function planChoice(plan: OfferedPlan): Choice {
  const isDearer = plan.yourPrice < plan.price;
  const gives = plan.scope === 'vip' ? '阅读全部 VIP 文章' : '阅读栏目全部内容';
  return {
    id: `plan:${plan.id}`,
    kind: plan.scope,
    title: plan.scope === 'vip' ? `VIP 会员 · ${plan.name}` : `订阅${plan.columnName} · ${plan.name}`,
    note: `${periodOf(plan)}，${isDearer ? '首次优惠，' : ''}${gives}`,
    plainNote: `${periodOf(plan)}，${gives}`,
    price: formatFen(plan.yourPrice),
    listPrice: isDearer ? formatFen(plan.price) : undefined,
  };
}

/** How long something runs: 1 个月, 1 年, 7 天. */
export function periodOf({ months, days }: { months: number | null; days: number | null }): string {
  if (months === null) return `${days ?? 0} 天`;
  return months % 12 === 0 ? `${months / 12} 年` : `${months} 个月`;
}
