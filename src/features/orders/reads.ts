import type { z } from 'zod';
import { findRedeemedGifts, limitWrongCodes, readGiftCode } from '#features/memberships/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError, invalid, notFound } from '#kernel/errors.ts';
import { cutPage, emptyPage, offsetOf, type Page, toCursorPage, toPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { dayMs, dayOf, parseMoment, toIso } from '#shared/dates.ts';
import { findGoods } from './goods.ts';
import { findOrderInvoice, listInvoices } from './invoice-queries.ts';
import {
  countMemberOrders,
  findAuthorOf,
  findOrderDetail,
  findOrdersBy,
  listEntriesOf,
  listMemberOrders,
  listOrders,
  listPaymentsOf,
  listSales,
  sumRevenue,
} from './list-queries.ts';
import { canInvoice, decideRefund } from './policy.ts';
import {
  presentAdminInvoice,
  presentAdminOrder,
  presentAdminRefund,
  presentInvoice,
  presentOrder,
  presentRefund,
  presentSale,
} from './present.ts';
import { findPendingOrder } from './queries.ts';
import { listRefunds, listRefundsOf, openRefundStates } from './refund-queries.ts';
import type * as schema from './schema.ts';
import { quoteCouponFor } from './service.ts';

/** Totals of one's own lists are counted up to this number (docs/product.md §14). */
const totalCap = 1000;
const allRefundStates = [...openRefundStates, 'succeeded', 'rejected'];
const maxRevenueMs = 400 * dayMs;

/** Returns the caller's own orders, newest first. */
export async function listOwnOrders(
  ctx: Context,
  { shelf, state, cursor, ...paging }: z.output<typeof schema.ordersQuery>,
): Promise<Page<schema.Order>> {
  const memberId = requireMemberId(ctx);
  const filter = { shelf, state };
  const offset = cursor === undefined ? offsetOf(paging) : 0;
  const count = await countMemberOrders(ctx.db, memberId, filter, totalCap);
  const total = count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };
  if (offset === null) return emptyPage(paging, total);
  const rows = await listMemberOrders(ctx.db, memberId, filter, {
    limit: paging.size + 1,
    after: cursor,
    offset,
  });
  const shown = rows.slice(0, paging.size);
  const next = rows.length > paging.size ? (shown.at(-1)?.id ?? null) : null;
  return toPage(
    shown.map((row) => presentOrder(row, ctx.now())),
    total,
    paging,
    next,
  );
}

/** Returns one of the caller's own orders with its available actions. @throws notFound for another member's order */
export async function readOwnOrder(
  ctx: Context,
  refundDays: number,
  id: string,
): Promise<schema.OrderDetail> {
  const row = await findOrderDetail(ctx.db, id);
  if (!row || row.member_id !== requireMemberId(ctx)) throw notFound('订单不存在');
  const now = ctx.now();
  const isPaidGift = row.is_gift && row.paid_at !== null && row.state !== 'refunded';
  const [refunds, invoice, redeemed, code] = await Promise.all([
    row.has_refunds ? listRefundsOf(ctx.db, id) : [],
    row.has_invoice ? findOrderInvoice(ctx.db, id) : undefined,
    findRedeemedGifts(ctx.db, isPaidGift ? [id] : []),
    isPaidGift ? readGiftCode(ctx, id) : null,
  ]);
  const redeemedAt = redeemed.get(id);
  const { kind: _, ...refundable } = decideRefund(
    row,
    {
      isWithdrawn: row.post_state === 'withdrawn',
      isRedeemed: redeemedAt !== undefined,
      hasOpenRefund: refunds.some(
        (refund) => refund.kind !== 'surplus' && openRefundStates.includes(refund.state),
      ),
      refundDays,
    },
    now,
  );
  const isPayable = row.state === 'pending' && row.expires_at > now;
  return {
    ...presentOrder(row, now),
    refunds: refunds.map(presentRefund),
    invoice: invoice ? presentInvoice(invoice) : null,
    gift: code === null ? null : { code, redeemedAt: redeemedAt ? toIso(redeemedAt) : null },
    canPay: isPayable,
    canCancel: row.state === 'pending',
    canInvoice: canInvoice(row, invoice?.state),
    refundable,
  };
}

/**
 * Returns what an order would cost the caller now; with a pending order its price, unless that is higher. An invalid
 * coupon is reported next to the price and does not fail the call. @throws the errors of createOrder if it is not for sale
 */
export async function quoteOrder(
  ctx: Context,
  { thing, couponCode, isGift }: z.output<typeof schema.quoteQuery>,
): Promise<schema.Quote> {
  const gift = isGift === 'true';
  const pending = await findPendingOrder(ctx.db, requireMemberId(ctx), thing, gift, ctx.now());
  const goods = await findGoods(ctx, ctx.db, thing, gift);
  const known = pending && pending.list_price <= goods.price ? pending : undefined;
  if (known && couponCode === undefined) return quotePending(goods.title, known);
  const coupon = couponCode === undefined ? null : await quoteOrExplain(ctx, goods, couponCode);
  const discount = coupon && 'discount' in coupon ? coupon.discount : 0;
  return {
    title: goods.title,
    listPrice: goods.price,
    isVipPrice: goods.isVipPrice,
    discount,
    amount: goods.price - discount,
    couponName: coupon && 'name' in coupon ? coupon.name : null,
    couponFault: coupon && 'fault' in coupon ? coupon.fault : '',
    pendingOrderId: known?.id ?? null,
  };
}

/** Lists orders for staff, newest first; `findOrdersBy` says what a keyword finds. */
export async function listAdminOrders(ctx: Context, query: z.output<typeof schema.adminOrdersQuery>) {
  const { state, kind, keyword, postId, startTime, endTime, size, cursor } = query;
  const found = keyword?.trim() ? await findOrdersBy(ctx.db, keyword) : undefined;
  const rows = await listOrders(
    ctx.db,
    {
      state,
      kind,
      found,
      memberId: query.memberId,
      postId,
      from: startTime?.first,
      to: endTime?.last,
    },
    { limit: size + 1, after: cursor && { at: new Date(cursor.at), id: cursor.id } },
  );
  const { shown, last } = cutPage(rows, size);
  return {
    records: shown.map((row) => presentAdminOrder(row, ctx.now())),
    cursor: last ? writeCursor({ at: last.created_at.getTime(), id: last.id }) : null,
  };
}

/** Returns an order with payments, refunds and ledger entries, for staff. @throws notFound */
export async function readAdminOrder(ctx: Context, id: string): Promise<schema.AdminOrderDetail> {
  const row = await findOrderDetail(ctx.db, id);
  if (!row) throw notFound('订单不存在');
  const [refunds, invoice, payments, entries, redeemed] = await Promise.all([
    listRefundsOf(ctx.db, id),
    findOrderInvoice(ctx.db, id),
    listPaymentsOf(ctx.db, id),
    listEntriesOf(ctx.db, id),
    findRedeemedGifts(ctx.db, row.is_gift ? [id] : []),
  ]);
  const redeemedAt = redeemed.get(id);
  return {
    ...presentAdminOrder(row, ctx.now()),
    authorShare: row.author_share,
    refunds: refunds.map(presentAdminRefund),
    invoice: invoice ? presentInvoice(invoice) : null,
    gift: row.is_gift ? { redeemedAt: redeemedAt ? toIso(redeemedAt) : null } : null,
    payments: payments.map((payment) => ({
      id: payment.id,
      gateway: payment.gateway,
      channel: payment.channel,
      tradeNumber: payment.trade_number,
      gatewayNumber: payment.gateway_number,
      amount: payment.amount,
      state: payment.state as schema.AdminOrderDetail['payments'][number]['state'],
      isSurplus: payment.is_surplus,
      createdAt: toIso(payment.created_at),
      succeededAt: payment.succeeded_at && toIso(payment.succeeded_at),
    })),
    entries: entries.map(({ kind, account, amount, created_at }) => ({
      kind,
      account,
      amount: Number(amount),
      bookedAt: toIso(created_at),
    })),
  };
}

/** Lists refunds, newest first; `open` are those that are not finished. */
export async function listAdminRefunds(
  ctx: Context,
  { state, cursor, size }: z.output<typeof schema.refundsQuery>,
) {
  const states = state === 'all' ? allRefundStates : state === 'open' ? openRefundStates : [state];
  const rows = await listRefunds(ctx.db, states, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, presentAdminRefund);
}

/** Lists invoice requests, newest first. */
export async function listAdminInvoices(
  ctx: Context,
  { state, cursor, size }: z.output<typeof schema.invoicesQuery>,
) {
  const rows = await listInvoices(ctx.db, state, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, presentAdminInvoice);
}

/** Returns revenue by Shanghai day without gaps, by default of 30 days. @throws invalid for too long a period */
export async function readRevenue(
  ctx: Context,
  { startTime, endTime }: z.output<typeof schema.revenueQuery>,
): Promise<schema.Revenue> {
  const today = parseMoment(dayOf(ctx.now()));
  const to = endTime?.last ?? today?.last ?? ctx.now();
  const from = startTime?.first ?? new Date(to.getTime() + 1 - 30 * dayMs);
  if (from > to) throw invalid('开始时间应早于结束时间', 'startTime');
  if (to.getTime() - from.getTime() > maxRevenueMs) throw invalid('时间范围最长 400 天', 'startTime');
  const rows = new Map((await sumRevenue(ctx.db, from, to)).map((row) => [row.day, row]));
  const days: schema.Revenue['days'] = [];
  for (let at = from.getTime(); at <= to.getTime(); at += dayMs) {
    const day = dayOf(new Date(at));
    const row = rows.get(day);
    days.push({
      day,
      orders: row?.orders ?? 0,
      amount: Number(row?.amount ?? 0),
      vip: Number(row?.vip ?? 0),
      column: Number(row?.column ?? 0),
      post: Number(row?.post ?? 0),
      refunded: Number(row?.refunded ?? 0),
    });
  }
  return { days };
}

/** Lists the sales of the caller's own posts, newest first; none if the caller is not an author. */
export async function listOwnSales(ctx: Context, { cursor, size }: z.output<typeof schema.salesQuery>) {
  const authorId = await findAuthorOf(ctx.db, requireMemberId(ctx));
  if (authorId === undefined) return { records: [], cursor: null };
  const rows = await listSales(ctx.db, authorId, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, presentSale);
}

const quotePending = (
  title: string,
  order: NonNullable<Awaited<ReturnType<typeof findPendingOrder>>>,
): schema.Quote => ({
  title,
  listPrice: order.list_price,
  isVipPrice: order.is_vip_price,
  discount: order.discount,
  amount: order.amount,
  couponName: null,
  couponFault: '',
  pendingOrderId: order.id,
});

async function quoteOrExplain(ctx: Context, goods: Awaited<ReturnType<typeof findGoods>>, code: string) {
  try {
    return await limitWrongCodes(ctx, requireMemberId(ctx), () => quoteCouponFor(ctx, ctx.db, goods, code));
  } catch (error) {
    if (error instanceof DomainError && error.kind !== 'rate_limited') return { fault: error.message };
    throw error;
  }
}
