import { columnRows } from '#features/columns/index.ts';
import { findPostGrantScope, isVip } from '#features/entitlements/index.ts';
import { ownShare } from '#features/ledger/index.ts';
import { pricePlan } from '#features/memberships/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { pricePost } from './policy.ts';
import { findPost, listPostOrders, type OrderKind, sumPostSales } from './queries.ts';

/** What the caller buys, priced for them: everything an order fixes except coupon and number. */
export type Goods = {
  thing: string;
  kind: OrderKind;
  shelf: 'article' | 'information' | 'subscription';
  planId: string | null;
  columnId: string | null;
  postId: string | null;
  title: string;
  price: number;
  /** Whether `price` is the post's price for VIP members. */
  isVipPrice: boolean;
  months: number | null;
  days: number | null;
  authorId: string | null;
  /** The author's own part in percent; null for that of the site. */
  sharePercent: number | null;
};

/**
 * Resolves `thing` (`plan:3`, `post:100001`) and prices it for the caller. @throws notFound if it does not exist or is
 * not published; conflict if it is not for sale, or not to the caller: their own post, already bought, or free for them
 */
export function findGoods(ctx: Context, db: Database | Trx, thing: string, isGift: boolean): Promise<Goods> {
  const [thingKind, id = ''] = thing.split(':');
  return thingKind === 'plan' ? findPlanGoods(ctx, db, id, isGift) : findPostGoods(ctx, db, id, isGift);
}

async function findPlanGoods(
  ctx: Context,
  db: Database | Trx,
  planId: string,
  isGift: boolean,
): Promise<Goods> {
  const { plan, price } = await pricePlan(db, { planId, memberId: requireMemberId(ctx), isGift });
  const column = (await columnRows(ctx)).find(({ id }) => id === plan.column_id);
  return {
    thing: `plan:${planId}`,
    kind: plan.scope,
    shelf: 'subscription',
    planId,
    columnId: plan.column_id,
    postId: null,
    title: column ? `${column.name} 订阅 · ${plan.name}` : `VIP 会员 · ${plan.name}`,
    price,
    isVipPrice: false,
    months: plan.months,
    days: plan.days,
    authorId: null,
    sharePercent: 0,
  };
}

async function findPostGoods(
  ctx: Context,
  db: Database | Trx,
  postId: string,
  isGift: boolean,
): Promise<Goods> {
  const post = await findPost(db, postId);
  if (post?.state !== 'published') throw notFound('内容不存在或已下架');
  const memberId = requireMemberId(ctx);
  if (post.author_member_id === memberId || post.co_author_member_ids.includes(memberId))
    throw conflict('这是你自己的作品，不需要购买');
  if (post.access !== 'paid' || post.price === null) throw conflict('这篇内容不单独出售');
  if (!isGift) await checkNotOwned(ctx, db, memberId, post);
  const isForVip = !isGift && isVip(ctx.actor, ctx.now().getTime());
  return {
    thing: `post:${postId}`,
    kind: 'post',
    shelf: post.kind === 'news' ? 'information' : 'article',
    planId: null,
    columnId: null,
    postId,
    title: post.title,
    ...pricePost({ price: post.price, vipPrice: post.vip_price }, isForVip),
    months: null,
    days: null,
    authorId: post.author_id,
    sharePercent: ownShare({
      share_percent: post.share_percent,
      member_id: post.author_member_id,
      is_staff: post.author_is_staff,
    }),
  };
}

async function checkNotOwned(
  ctx: Context,
  db: Database | Trx,
  memberId: string,
  { id, column_id, vip_free }: { id: string; column_id: string; vip_free: boolean },
): Promise<void> {
  const now = ctx.now();
  const holding = await findPostGrantScope(db, memberId, { postId: id, columnId: column_id }, now);
  if (holding === 'post') throw conflict('你已购买过这篇内容，可以直接阅读');
  if (holding === 'column') throw conflict('你订阅的栏目包含这篇内容，可以直接阅读');
  if (vip_free && isVip(ctx.actor, now.getTime())) throw conflict('VIP 会员可以免费阅读这篇内容，不需要购买');
}

const batchSize = 1000;

/** Returns the number of sales and the author's income (fen) of each post; posts without sales are left out. */
export async function readPostSales(
  { db }: Context,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, { sales: number; income: number }>> {
  const rows = await sumPostSales(db, postIds);
  return new Map(rows.map(({ post_id, sales, income }) => [post_id, { sales, income: Number(income) }]));
}

/** Yields every purchase of a post, with members by id only and amounts in fen. */
export async function* readPostOrders({ db }: Context, postId: string) {
  let after = '0';
  for (;;) {
    const rows = await listPostOrders(db, postId, after, batchSize);
    for (const { id, member_id, refunded_amount, is_gift, paid_at, ...row } of rows) {
      after = id;
      yield {
        ...row,
        memberId: member_id,
        refundedAmount: refunded_amount,
        isGift: is_gift,
        paidAt: paid_at ? toIso(paid_at) : null,
      };
    }
    if (rows.length < batchSize) return;
  }
}
