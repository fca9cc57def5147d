import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { hasDueRows } from '#kernel/db/queue.ts';

export type OrderState = 'pending' | 'paid' | 'refunding' | 'refunded' | 'closed';
export type OrderKind = 'vip' | 'column' | 'post';
export type CloseReason = 'cancelled' | 'expired' | 'superseded';

export type OrderRow = {
  id: string;
  number: string;
  member_id: string | null;
  kind: OrderKind;
  shelf: string;
  thing: string;
  plan_id: string | null;
  column_id: string | null;
  post_id: string | null;
  is_gift: boolean;
  title: string;
  list_price: number;
  is_vip_price: boolean;
  discount: number;
  amount: number;
  coupon_id: string | null;
  months: number | null;
  days: number | null;
  author_id: string | null;
  author_share: number;
  state: OrderState;
  close_reason: string | null;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  closed_at: Date | null;
  refunded_amount: number;
  gateway: string | null;
  payment_id: string | null;
  grant_id: string | null;
};

/** All columns of `OrderRow`, of a table with the alias `o`. */
export const orderFields = sql.raw(
  [
    'id, number, member_id, kind, shelf, thing, plan_id, column_id, post_id, is_gift, title, list_price',
    'is_vip_price, discount, amount, coupon_id, months, days, author_id, author_share, state, close_reason, created_at, expires_at, paid_at',
    'closed_at, refunded_amount, gateway, payment_id, grant_id',
  ]
    .join(', ')
    .replaceAll(/(\w+)/g, 'o.$1'),
);

export type NewOrder = Pick<
  OrderRow,
  | 'number'
  | 'kind'
  | 'shelf'
  | 'thing'
  | 'plan_id'
  | 'column_id'
  | 'post_id'
  | 'is_gift'
  | 'title'
  | 'list_price'
  | 'is_vip_price'
  | 'discount'
  | 'amount'
  | 'coupon_id'
  | 'months'
  | 'days'
  | 'author_id'
  | 'author_share'
  | 'created_at'
  | 'expires_at'
> & { member_id: string };

export async function insertOrder(trx: Trx, order: NewOrder): Promise<string> {
  const { id } = await trx
    .insertInto('orders')
    .values({ ...order, agreed_at: order.created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findOrder(db: Database | Trx, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select ${orderFields} from orders o where o.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Returns and locks an order. Every change of an order or its money starts with this lock, so that the second of two
 * concurrent changes sees the result of the first.
 */
export async function lockOrder(trx: Trx, id: string): Promise<OrderRow | undefined> {
  const { rows } =
    await sql<OrderRow>`select ${orderFields} from orders o where o.id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Returns and locks a member's pending orders, optionally of one kind: a few, at most one per thing. */
export async function lockPendingOrders(trx: Trx, memberId: string, kind?: OrderKind): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderFields} from orders o
    where o.member_id = ${memberId} and o.state = 'pending' ${kind ? sql`and o.kind = ${kind}` : sql``}
    order by o.id for update`.execute(trx);
  return rows;
}

/**
 * Takes an advisory lock that serialises the creation of one member's orders.
 * @returns whether the member exists; their deletion waits until the transaction ends
 */
export async function lockBuyer(trx: Trx, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select pg_advisory_xact_lock(hashtextextended(current_schema() || ' orders of ' || id::text, 0))
    from members where id = ${memberId} and deleted_at is null for key share`.execute(trx);
  return rows.length > 0;
}

const isExpired = (now: Date) => sql`state = 'pending' and expires_at <= ${now}`;

/** Returns whether `claimExpiredOrders` may find rows; uses the index orders_due. */
export const hasExpiredOrders = (db: Database, now: Date): Promise<boolean> =>
  hasDueRows(db, { table: 'orders', isDue: isExpired(now) });

/** Returns and locks expired pending orders; skips locked rows. Uses the index orders_due. */
export async function claimExpiredOrders(trx: Trx, now: Date, limit: number): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderFields} from orders o where ${isExpired(now)}
    order by o.expires_at limit ${sql.lit(limit)} for update skip locked`.execute(trx);
  return rows;
}

export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'state'
    | 'paid_at'
    | 'closed_at'
    | 'close_reason'
    | 'refunded_amount'
    | 'gateway'
    | 'payment_id'
    | 'grant_id'
  >
>;

export async function updateOrder(trx: Trx, id: string, change: OrderChange): Promise<void> {
  await trx.updateTable('orders').set(change).where('id', '=', id).execute();
}

/** Returns the price of the member's order for this thing that can still be paid; uses the index orders_pending. */
export async function findPendingOrder(
  db: Database,
  memberId: string,
  thing: string,
  isGift: boolean,
  now: Date,
): Promise<Pick<OrderRow, 'id' | 'list_price' | 'is_vip_price' | 'discount' | 'amount'> | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'list_price', 'is_vip_price', 'discount', 'amount'])
    .where('member_id', '=', memberId)
    .where('thing', '=', thing)
    .where('is_gift', '=', isGift)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function findPost(db: Database | Trx, id: string) {
  return db
    .selectFrom('posts as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .select([
      'p.id',
      'p.kind',
      'p.title',
      'p.column_id',
      'p.author_id',
      'a.member_id as author_member_id',
      'a.share_percent',
      sql<boolean>`exists (select from member_roles r where r.member_id = a.member_id)`.as('author_is_staff'),
      sql<string[]>`array(select co.member_id::text from authors co
        where co.id = any(p.co_author_ids) and co.member_id is not null)`.as('co_author_member_ids'),
      'p.access',
      'p.price',
      'p.vip_price',
      'p.vip_free',
      'p.state',
    ])
    .where('p.id', '=', id)
    .executeTakeFirst();
}

/**
 * Counts the sales of posts, without fully refunded orders, and sums the author's income less the author's share of
 * refunds. Uses the indexes orders_of_post and ledger_transactions_of_order.
 */
export async function sumPostSales(
  db: Database,
  postIds: readonly string[],
): Promise<{ post_id: string; sales: number; income: string }[]> {
  if (postIds.length === 0) return [];
  const { rows } = await sql<{ post_id: string; sales: number; income: string }>`
    select o.post_id, count(*) filter (where o.state in ('paid', 'refunding'))::int sales,
      coalesce(-sum((select sum(e.amount) from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id and e.account = 'author:' || o.author_id::text
        where t.order_id = o.id and t.kind in ('sale', 'refund'))), 0)::bigint income
    from orders o
    where o.post_id = any(${postIds}::bigint[]) and o.state in ('paid', 'refunding', 'refunded')
    group by o.post_id`.execute(db);
  return rows;
}

/** Lists the buyers of a post with the time, by id, after the order with id `after`; uses the index orders_of_post. */
export function listPostOrders(db: Database, postId: string, after: string, limit: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'member_id', 'amount', 'refunded_amount', 'state', 'is_gift', 'paid_at'])
    .where('post_id', '=', postId)
    .where('state', 'in', ['paid', 'refunding', 'refunded'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns those of these posts that were ever ordered, paid or not. */
export async function findOrderedPosts(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('orders')
    .select('post_id')
    .distinct()
    .where('post_id', 'in', ids)
    .execute();
  return rows.flatMap(({ post_id }) => post_id ?? []);
}
