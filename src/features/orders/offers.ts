import { isVip, type Reading } from '#features/entitlements/index.ts';
import { listOffers } from '#features/memberships/index.ts';
import type { OfferedPlan } from '#features/memberships/schema.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import type { Context } from '#kernel/context.ts';
import { findPurchase } from './list-queries.ts';
import { pricePiece } from './policy.ts';

type Offer = PostDetail['offers'][number];
type Piece = {
  id: string;
  columnId: string;
  price: number | null;
  vipPrice: number | null;
  vipFree: boolean;
};

/**
 * What would open a piece to the caller, with what it costs them from: logging in, VIP, the piece itself, its column;
 * of a withdrawn piece they paid for, the refund. Posts ask for it through main, since sales lie above them.
 */
export async function findOffers(ctx: Context, piece: Piece, reading: Reading): Promise<Offer[]> {
  if (reading.part === 'notice') return refundOf(ctx, piece);
  if (reading.part !== 'teaser') return [];
  if (reading.reason === 'member')
    return [{ type: 'login', title: '登录后阅读全文', price: null, thing: null, orderId: null }];
  const plans = (await listOffers(ctx, { columnId: piece.columnId })).filter(
    ({ isAvailable }) => isAvailable,
  );
  const isByVip = reading.reason === 'vip' || piece.vipFree;
  return [
    ...(isByVip ? [vipOffer(plans.filter(({ scope }) => scope === 'vip'))] : []),
    ...(reading.reason === 'paid' ? [pieceOffer(ctx, piece)] : []),
    ...columnOffer(plans.filter(({ scope }) => scope === 'column')),
  ];
}

const vipOffer = (plans: OfferedPlan[]): Offer => ({
  type: 'vip',
  title: '开通 VIP，阅读全部专享内容',
  price: leastOf(plans),
  thing: null,
  orderId: null,
});

const pieceOffer = (ctx: Context, { id, price, vipPrice }: Piece): Offer => ({
  type: 'post',
  title: '购买本篇，永久可读',
  price: price && pricePiece({ price, vipPrice }, isVip(ctx.actor, ctx.now().getTime())).price,
  thing: `post:${id}`,
  orderId: null,
});

const columnOffer = (plans: OfferedPlan[]): Offer[] =>
  plans.length === 0
    ? []
    : [
        {
          type: 'column',
          title: `订阅「${plans[0]?.columnName}」，阅读栏目全部内容`,
          price: leastOf(plans),
          thing: null,
          orderId: null,
        },
      ];

/** Whoever holds a piece by a column or a code paid nothing for it alone, and has nothing to ask back. */
async function refundOf(ctx: Context, { id }: Piece): Promise<Offer[]> {
  if (ctx.actor.kind !== 'member') return [];
  const order = await findPurchase(ctx.db, ctx.actor.memberId, id);
  if (!order || order.amount === order.refunded_amount) return [];
  return [
    {
      type: 'refund',
      title: '申请退款',
      price: order.amount - order.refunded_amount,
      thing: null,
      orderId: order.id,
    },
  ];
}

/** The least one has to pay; a trial is no price to go by. */
const leastOf = (plans: OfferedPlan[]): number | null => {
  const prices = plans.filter(({ isTrial }) => !isTrial).map(({ yourPrice }) => yourPrice);
  return prices.length === 0 ? null : Math.min(...prices);
};
