import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';
import { type OrderRow, orderFields } from './queries.ts';

/** An order with what its pages say of the piece, the grant, the buyer and the author. */
export type ListedRow = OrderRow & {
  post_kind: string | null;
  post_column_id: string | null;
  post_state: string | null;
  grant_ends_at: Date | null;
  member_name: string | null;
  member_mobile: string | null;
  author_name: string | null;
};

// Columns are written out: a statement with a star is never prepared, and planning this one takes longer than running it.
const listed = sql`
  select ${orderFields}, p.kind post_kind, p.column_id post_column_id, p.state post_state, g.ends_at grant_ends_at,
    m.name member_name, m.mobile member_mobile, a.name author_name`;
const joins = sql.raw(`
  left join posts p on p.id = o.post_id left join grants g on g.id = o.grant_id
  left join members m on m.id = o.member_id left join authors a on a.id = o.author_id`);

/** One order, and whether there is anything to be read of refunds and an invoice. */
export async function findListed(
  db: Database,
  id: string,
): Promise<(ListedRow & { has_refunds: boolean; has_invoice: boolean }) | undefined> {
  const { rows } = await sql<ListedRow & { has_refunds: boolean; has_invoice: boolean }>`
    ${listed}, exists (select from refunds r where r.order_id = o.id) has_refunds,
      exists (select from invoice_requests i where i.order_id = o.id) has_invoice
    from orders o ${joins} where o.id = ${id}`.execute(db);
  return rows[0];
}

export type OwnFilter = { shelf: string; state: string };

const ofMember = (memberId: string, { shelf, state }: OwnFilter) => sql`
  o.member_id = ${memberId} ${shelf === 'all' ? sql`` : sql`and o.shelf = ${shelf}`}
  ${state === 'all' ? sql`` : state === 'bought' ? sql`and o.state in ('paid', 'refunding', 'refunded')` : sql`and o.state = ${state}`}`;

/** A member's own orders, newest first; served by orders_of_member, which the filters narrow. */
export async function listOwn(
  db: Database,
  memberId: string,
  filter: OwnFilter,
  { limit, after, offset = 0 }: { limit: number; after?: string | undefined; offset?: number | undefined },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    ${listed} from (
      select * from orders o where ${ofMember(memberId, filter)}
        ${after === undefined ? sql`` : sql`and o.id < ${after}`}
      order by o.id desc limit ${sql.lit(limit)} offset ${offset}
    ) o ${joins} order by o.id desc`.execute(db);
  return rows;
}

/** How many there are, counted no further than `cap` + 1. */
export async function countOwn(
  db: Database,
  memberId: string,
  filter: OwnFilter,
  cap: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from orders o where ${ofMember(memberId, filter)} limit ${sql.lit(cap + 1)}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export type StaffFilter = {
  state: string;
  kind: string;
  number?: string | undefined;
  memberId?: string | undefined;
  postId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/**
 * Orders newest first, after a place; one index for each filter (orders_newest, orders_of_state, orders_of_kind,
 * orders_of_member, orders_of_post), others narrow its rows.
 */
export async function listForStaff(
  db: Database,
  { state, kind, number, memberId, postId, from, to }: StaffFilter,
  { limit, after }: { limit: number; after?: { at: Date; id: string } | undefined },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    ${listed} from (
      select * from orders o where true
        ${state === 'all' ? sql`` : sql`and o.state = ${state}`}
        ${kind === 'all' ? sql`` : sql`and o.kind = ${kind}`}
        ${number === undefined ? sql`` : sql`and o.number = ${number}`}
        ${memberId === undefined ? sql`` : sql`and o.member_id = ${memberId}`}
        ${postId === undefined ? sql`` : sql`and o.post_id = ${postId}`}
        ${from === undefined ? sql`` : sql`and o.created_at >= ${from}`}
        ${to === undefined ? sql`` : sql`and o.created_at <= ${to}`}
        ${after === undefined ? sql`` : sql`and (o.created_at, o.id) < (${after.at}::timestamptz, ${after.id}::bigint)`}
      order by o.created_at desc, o.id desc limit ${sql.lit(limit)}
    ) o ${joins} order by o.created_at desc, o.id desc`.execute(db);
  return rows;
}

/** The member with this whole mobile number. */
export async function findMemberByMobile(db: Database, mobile: string): Promise<string | undefined> {
  const row = await db.selectFrom('members').select('id').where('mobile', '=', mobile).executeTakeFirst();
  return row?.id;
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

/** What was paid and returned by Shanghai day; from orders_by_payment and refunds_by_finish alone. */
export async function sumRevenue(db: Database, from: Date, to: Date): Promise<RevenueRow[]> {
  // A day is 24 hours in Shanghai, and a bin is a tenth of the work of a date in a time zone.
  const bin = (column: string) => sql.raw(`date_bin('1 day', ${column}, '2000-01-01 00:00+08')`);
  const { rows } = await sql<RevenueRow>`
    with paid as (
      select ${bin('paid_at')} as bin, count(*)::int orders, sum(amount)::bigint amount,
        coalesce(sum(amount) filter (where kind = 'vip'), 0)::bigint vip,
        coalesce(sum(amount) filter (where kind = 'column'), 0)::bigint as column,
        coalesce(sum(amount) filter (where kind = 'post'), 0)::bigint post
      from orders where paid_at between ${from} and ${to} group by 1
    ), returned as (
      select ${bin('finished_at')} as bin, sum(amount)::bigint refunded from refunds
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
  /** Null once the account is gone. */
  buyer_name: string | null;
};

/** What was sold of an author's pieces, newest first; served by orders_of_author. */
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

/** The author record of a member; undefined where they are none. */
export async function findAuthorOf(db: Database, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('authors')
    .select('id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.id;
}

/** What a member paid for a piece and was not refunded: the order a withdrawn piece can be returned by. */
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
