import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/escape-like.ts';
import { type OrderRow, orderFields } from './queries.ts';

/** An order with the fields of post, grant, buyer and author that the pages show. */
export type OrderListRow = OrderRow & {
  post_kind: string | null;
  post_column_id: string | null;
  post_state: string | null;
  grant_ends_at: Date | null;
  member_name: string | null;
  member_mobile: string | null;
  author_name: string | null;
};

// Columns are listed because a statement with a star is not prepared, and planning this one takes longer than running
// it.
const selectListed = sql`
  select ${orderFields}, p.kind post_kind, p.column_id post_column_id, p.state post_state, g.ends_at grant_ends_at,
    m.name member_name, m.mobile member_mobile, a.name author_name`;
const listJoins = sql.raw(`
  left join posts p on p.id = o.post_id left join grants g on g.id = o.grant_id
  left join members m on m.id = o.member_id left join authors a on a.id = o.author_id`);

export async function findOrderDetail(
  db: Database,
  id: string,
): Promise<(OrderListRow & { has_refunds: boolean; has_invoice: boolean }) | undefined> {
  const { rows } = await sql<OrderListRow & { has_refunds: boolean; has_invoice: boolean }>`
    ${selectListed}, exists (select from refunds r where r.order_id = o.id) has_refunds,
      exists (select from invoice_requests i where i.order_id = o.id) has_invoice
    from orders o ${listJoins} where o.id = ${id}`.execute(db);
  return rows[0];
}

export type MemberOrderFilter = { shelf: string; state: string };

const memberCondition = (memberId: string, { shelf, state }: MemberOrderFilter) => sql`
  o.member_id = ${memberId} ${shelf === 'all' ? sql`` : sql`and o.shelf = ${shelf}`}
  ${state === 'all' ? sql`` : state === 'bought' ? sql`and o.state in ('paid', 'refunding', 'refunded')` : sql`and o.state = ${state}`}`;

/** Lists a member's own orders, newest first; uses the index orders_of_member and then applies the filters. */
export async function listMemberOrders(
  db: Database,
  memberId: string,
  filter: MemberOrderFilter,
  { limit, after, offset = 0 }: { limit: number; after?: string | undefined; offset?: number | undefined },
): Promise<OrderListRow[]> {
  const { rows } = await sql<OrderListRow>`
    ${selectListed} from (
      select * from orders o where ${memberCondition(memberId, filter)}
        ${after === undefined ? sql`` : sql`and o.id < ${after}`}
      order by o.id desc limit ${sql.lit(limit)} offset ${offset}
    ) o ${listJoins} order by o.id desc`.execute(db);
  return rows;
}

/** Counts them, up to `cap` + 1. */
export async function countMemberOrders(
  db: Database,
  memberId: string,
  filter: MemberOrderFilter,
  cap: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from orders o where ${memberCondition(memberId, filter)} limit ${sql.lit(cap + 1)}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Orders that a keyword finds: by the beginning of their number, or by their buyers and payments. */
export type FoundOrders = { numberPrefix: string } | { memberIds: string[]; orderIds: string[] };

/** A name that more members share finds only the orders of this many. */
const maxNamedMembers = 100;

/**
 * Resolves a keyword: the beginning of an order number, a whole mobile number, the beginning of a buyer's name, or the
 * whole number of a payment, ours or the gateway's. Uses members_by_name_prefix and the keys of mobile and payments.
 */
export async function findOrdersBy(db: Database, keyword: string): Promise<FoundOrders> {
  const typed = keyword.normalize('NFC').trim();
  if (/^G\d+$/i.test(typed)) return { numberPrefix: typed.toUpperCase() };
  const { rows } = await sql<{ member_id: string | null; order_id: string | null }>`
    select id member_id, null::bigint order_id from members where mobile = ${typed}
    union all
    (select id, null from members where name like ${`${escapeLike(typed)}%`} limit ${sql.lit(maxNamedMembers)})
    union all
    select null, order_id from payments where trade_number = ${typed}
    union all
    select null, order_id from payments
      where gateway in ('sandbox', 'wechat', 'alipay') and gateway_number = ${typed}`.execute(db);
  return {
    memberIds: rows.flatMap(({ member_id }) => member_id ?? []),
    orderIds: rows.flatMap(({ order_id }) => order_id ?? []),
  };
}

const foundCondition = (found: FoundOrders) =>
  'numberPrefix' in found
    ? sql`and o.number like ${`${found.numberPrefix}%`}`
    : sql`and (o.member_id = any(${found.memberIds}::bigint[]) or o.id = any(${found.orderIds}::bigint[]))`;

export type OrderFilter = {
  state: string;
  kind: string;
  found?: FoundOrders | undefined;
  memberId?: string | undefined;
  postId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/**
 * Lists orders, newest first, after a cursor. Each filter has an index (orders_newest, orders_of_state, orders_of_kind,
 * orders_of_member, orders_of_post, orders_by_number_prefix); further filters apply to its rows.
 */
export async function listOrders(
  db: Database,
  { state, kind, found, memberId, postId, from, to }: OrderFilter,
  { limit, after }: { limit: number; after?: { at: Date; id: string } | undefined },
): Promise<OrderListRow[]> {
  const { rows } = await sql<OrderListRow>`
    ${selectListed} from (
      select * from orders o where true
        ${state === 'all' ? sql`` : sql`and o.state = ${state}`}
        ${kind === 'all' ? sql`` : sql`and o.kind = ${kind}`}
        ${found === undefined ? sql`` : foundCondition(found)}
        ${memberId === undefined ? sql`` : sql`and o.member_id = ${memberId}`}
        ${postId === undefined ? sql`` : sql`and o.post_id = ${postId}`}
        ${from === undefined ? sql`` : sql`and o.created_at >= ${from}`}
        ${to === undefined ? sql`` : sql`and o.created_at <= ${to}`}
        ${after === undefined ? sql`` : sql`and (o.created_at, o.id) < (${after.at}::timestamptz, ${after.id}::bigint)`}
      order by o.created_at desc, o.id desc limit ${sql.lit(limit)}
    ) o ${listJoins} order by o.created_at desc, o.id desc`.execute(db);
  return rows;
}

/** The gateway's number of a payment, and its fee less what refunds gave back of it, in fen; null if unknown. */
export type SettledPayment = { gateway_number: string | null; fee: number | null };

export async function findSettledPayments(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, SettledPayment>> {
  const { rows } = await sql<SettledPayment & { id: string }>`
    select p.id, p.gateway_number, p.fee - coalesce((
      select sum(r.fee)::int from refunds r where r.order_id = p.order_id and r.payment_id = p.id), 0) fee
    from payments p where p.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...payment }) => [id, payment]));
}

export function listPaymentsOf(db: Database, orderId: string) {
  return db
    .selectFrom('payments')
    .select([
      'id',
      'gateway',
      'channel',
      'trade_number',
      'gateway_number',
      'amount',
      'state',
      'is_surplus',
      'created_at',
      'succeeded_at',
    ])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

export function listEntriesOf(db: Database, orderId: string) {
  return db
    .selectFrom('ledger_transactions as t')
    .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
    .select(['t.kind', 'e.account', 'e.amount', 't.created_at'])
    .where('t.order_id', '=', orderId)
    .orderBy('e.id')
    .execute();
}

export type RevenueRow = {
  day: string;
  orders: number;
  amount: string;
  vip: string;
  column: string;
  post: string;
  refunded: string;
};

/** Sums paid and returned amounts by Shanghai day, with index-only scans of orders_by_payment and refunds_by_finish. */
export async function sumRevenue(db: Database, from: Date, to: Date): Promise<RevenueRow[]> {
  // Shanghai has no daylight saving time, so a day is 24 hours, and date_bin takes a tenth of the time of a conversion
  // to a time zone.
  const dayBin = (column: string) => sql.raw(`date_bin('1 day', ${column}, '2000-01-01 00:00+08')`);
  const { rows } = await sql<RevenueRow>`
    with paid as (
      select ${dayBin('paid_at')} as bin, count(*)::int orders, sum(amount)::bigint amount,
        coalesce(sum(amount) filter (where kind = 'vip'), 0)::bigint vip,
        coalesce(sum(amount) filter (where kind = 'column'), 0)::bigint as column,
        coalesce(sum(amount) filter (where kind = 'post'), 0)::bigint post
      from orders where paid_at between ${from} and ${to} group by 1
    ), returned as (
      select ${dayBin('finished_at')} as bin, sum(amount)::bigint refunded from refunds
      where state = 'succeeded' and kind <> 'surplus' and finished_at between ${from} and ${to} group by 1
    )
    select to_char(bin at time zone 'Asia/Shanghai', 'YYYY-MM-DD') "day", coalesce(orders, 0) orders,
      coalesce(amount, 0)::bigint amount, coalesce(vip, 0)::bigint vip, coalesce("column", 0)::bigint "column",
      coalesce(post, 0)::bigint post, coalesce(refunded, 0)::bigint refunded
    from paid full join returned using (bin) order by bin`.execute(db);
  return rows;
}

export type SaleRow = {
  id: string;
  post_id: string;
  title: string;
  amount: number;
  refunded_amount: number;
  author_share: number;
  paid_at: Date;
  state: string;
  /** Null if the account is deleted. */
  buyer_name: string | null;
};

/** Lists the sales of an author's posts, newest first; uses the index orders_of_author. */
export async function listSales(
  db: Database,
  authorId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select o.id, o.post_id, o.title, o.amount, o.refunded_amount, o.author_share, o.paid_at, o.state,
      m.name as buyer_name
    from orders o left join members m on m.id = o.member_id
    where o.author_id = ${authorId} and o.state in ('paid', 'refunding', 'refunded')
      ${before === undefined ? sql`` : sql`and o.id < ${before}`}
    order by o.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function findAuthorOf(db: Database, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('authors')
    .select('id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the member's newest paid order of a post, except gifts: the order to refund after a withdrawal. */
export async function findPurchase(
  db: Database,
  memberId: string,
  postId: string,
): Promise<{ id: string; amount: number; refunded_amount: number } | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'amount', 'refunded_amount'])
    .where('member_id', '=', memberId)
    .where('post_id', '=', postId)
    .where('is_gift', '=', false)
    .where('state', '=', 'paid')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
