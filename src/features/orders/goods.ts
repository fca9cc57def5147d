import { columnRows } from '#features/columns/index.ts';
import { findHolding, isVip } from '#features/entitlements/index.ts';
import { pricePlan } from '#features/memberships/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { pricePiece } from './policy.ts';
import { findPiece, listPieceOrders, type OrderKind, sumPieceSales } from './queries.ts';

/** What is to be bought, priced for the caller: everything an order fixes but coupon and number. */
export type Goods = {
  thing: string;
  kind: OrderKind;
  shelf: 'article' | 'information' | 'subscription';
  planId: string | null;
  columnId: string | null;
  postId: string | null;
  title: string;
  price: number;
  /** Whether that is the piece's price for VIP members. */
  isVipPrice: boolean;
  months: number | null;
  days: number | null;
  authorId: string | null;
};

/**
 * Finds what `thing` names (`plan:3`, `post:100001`) and what it costs the caller now.
 * @throws notFound for what is not there or not out; conflict for what is not sold, or not to the caller: their own,
 * bought already, free for them
 */
export function findGoods(ctx: Context, db: Database | Trx, thing: string, isGift: boolean): Promise<Goods> {
  const [what, id = ''] = thing.split(':');
  return what === 'plan' ? findPlanGoods(ctx, db, id, isGift) : findPieceGoods(ctx, db, id, isGift);
}

async function findPlanGoods(
  ctx: Context,
  db: Database | Trx,
  planId: string,
  isGift: boolean,
): Promise<Goods> {
  const { plan, price } = await pricePlan(db, { planId, memberId: memberOf(ctx), isGift });
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
  };
}

async function findPieceGoods(
  ctx: Context,
  db: Database | Trx,
  postId: string,
  isGift: boolean,
): Promise<Goods> {
  const piece = await findPiece(db, postId);
  if (piece?.state !== 'published') throw notFound('内容不存在或已下架');
  const memberId = memberOf(ctx);
  if (piece.author_member_id === memberId) throw conflict('这是您自己的作品，不需要购买');
  if (piece.access !== 'paid' || piece.price === null) throw conflict('这篇内容不单独出售');
  if (!isGift) await refuseOwned(ctx, db, memberId, piece);
  const isForVip = !isGift && isVip(ctx.actor, ctx.now().getTime());
  return {
    thing: `post:${postId}`,
    kind: 'post',
    shelf: piece.kind === 'news' ? 'information' : 'article',
    planId: null,
    columnId: null,
    postId,
    title: piece.title,
    ...pricePiece({ price: piece.price, vipPrice: piece.vip_price }, isForVip),
    months: null,
    days: null,
    authorId: piece.author_id,
  };
}

async function refuseOwned(
  ctx: Context,
  db: Database | Trx,
  memberId: string,
  { id, column_id, vip_free }: { id: string; column_id: string; vip_free: boolean },
): Promise<void> {
  const now = ctx.now();
  const holding = await findHolding(db, memberId, { postId: id, columnId: column_id }, now);
  if (holding === 'post') throw conflict('您已购买过这篇内容，可以直接阅读');
  if (holding === 'column') throw conflict('您订阅的栏目包含这篇内容，可以直接阅读');
  if (vip_free && isVip(ctx.actor, now.getTime())) throw conflict('VIP 会员可以免费阅读这篇内容，不需要购买');
}

const batch = 1000;

/** How often each piece was sold and what it has brought its author, in fen; a piece that sold nothing is left out. */
export async function salesOfPieces(
  { db }: Context,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, { sales: number; income: number }>> {
  const rows = await sumPieceSales(db, postIds);
  return new Map(rows.map(({ post_id, sales, income }) => [post_id, { sales, income: Number(income) }]));
}

/** Every purchase of a piece, members by number alone; money in fen. */
export async function* readPieceOrders({ db }: Context, postId: string) {
  let after = '0';
  for (;;) {
    const rows = await listPieceOrders(db, postId, after, batch);
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
    if (rows.length < batch) return;
  }
}
