import { type AccessDecision, isVip } from '#features/entitlements/index.ts';
import { listOfferedPlans } from '#features/memberships/index.ts';
import type { OfferedPlan } from '#features/memberships/schema.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import type { Context } from '#kernel/context.ts';
import { findPurchase } from './list-queries.ts';
import { pricePost } from './policy.ts';

type Offer = PostDetail['offers'][number];
type SoldPost = {
  id: string;
  columnId: string;
  price: number | null;
  vipPrice: number | null;
  vipFree: boolean;
};

/**
 * Returns what would open a post to the caller, each at its lowest price and the cheapest first: logging in, the post
 * itself, its column, VIP where VIP opens it; for a withdrawn post that they paid for, the refund. What is not on sale
 * is left out. The composition root passes this function to posts, because
 * orders import posts.
 */
export async function findOffers(ctx: Context, post: SoldPost, reading: AccessDecision): Promise<Offer[]> {
  if (reading.part === 'notice') return refundOffer(ctx, post);
  if (reading.part !== 'teaser') return [];
  if (reading.reason === 'member')
    return [{ type: 'login', title: '登录后阅读全文', price: null, thing: null, orderId: null }];
  const plans = (await listOfferedPlans(ctx, { columnId: post.columnId })).filter(
    ({ isAvailable }) => isAvailable,
  );
  const isByVip = reading.reason === 'vip' || post.vipFree;
  return [
    ...(reading.reason === 'paid' ? postOffer(ctx, post) : []),
    ...columnOffer(plans.filter(({ scope }) => scope === 'column')),
    ...(isByVip ? vipOffer(plans.filter(({ scope }) => scope === 'vip')) : []),
  ].sort((one, other) => (one.price ?? Infinity) - (other.price ?? Infinity));
}

const vipOffer = (plans: OfferedPlan[]): Offer[] =>
  plans.length === 0
    ? []
    : [
        {
          type: 'vip',
          title: '开通 VIP，阅读全部专享内容',
          price: minPriceOf(plans),
          thing: null,
          orderId: null,
        },
      ];

const postOffer = (ctx: Context, { id, price, vipPrice }: SoldPost): Offer[] =>
  price === null
    ? []
    : [
        {
          type: 'post',
          title: '购买本篇，永久可读',
          price: pricePost({ price, vipPrice }, isVip(ctx.actor, ctx.now().getTime())).price,
          thing: `post:${id}`,
          orderId: null,
        },
      ];

const columnOffer = (plans: OfferedPlan[]): Offer[] =>
  plans.length === 0
    ? []
    : [
        {
          type: 'column',
          title: `订阅“${plans[0]?.columnName}”，阅读栏目全部内容`,
          price: minPriceOf(plans),
          thing: null,
          orderId: null,
        },
      ];

/** A member who has the post through a column or a code did not pay for it and has nothing to be refunded. */
async function refundOffer(ctx: Context, { id }: SoldPost): Promise<Offer[]> {
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

/** Returns the lowest price; trials are left out, since their price is not the regular one. */
const minPriceOf = (plans: OfferedPlan[]): number | null => {
  const prices = plans.filter(({ isTrial }) => !isTrial).map(({ yourPrice }) => yourPrice);
  return prices.length === 0 ? null : Math.min(...prices);
};
