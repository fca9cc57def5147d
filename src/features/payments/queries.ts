import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { claimRows } from '#kernel/db/queue.ts';

export type PaymentRow = {
  id: string;
  order_id: string;
  gateway: string;
  channel: string;
  trade_number: string;
  amount: number;
  state: 'created' | 'succeeded' | 'closed';
  gateway_number: string | null;
  is_surplus: boolean;
  created_at: Date;
  expires_at: Date;
  succeeded_at: Date | null;
};

const paymentFields = [
  'id',
  'order_id',
  'gateway',
  'channel',
  'trade_number',
  'amount',
  'state',
  'gateway_number',
  'is_surplus',
  'created_at',
  'expires_at',
  'succeeded_at',
] as const;

export type NewAttempt = Pick<
  PaymentRow,
  'order_id' | 'gateway' | 'channel' | 'trade_number' | 'created_at'
> & {
  member_id: string;
  /** The earliest time at which the order may expire. */
  until: Date;
};

/** An order when its payment begins; `payment` is null if the order cannot be paid. */
export type OrderAttempt = { id: string; title: string; state: string; payment: PaymentRow | null };

/**
 * Returns the open attempt of a member's own order for this gateway and channel, or inserts one with the order's
 * amount, in one statement that also commits. It locks the order, as every change of its money does; the unique index
 * payments_attempt makes concurrent calls share one attempt. @returns undefined if the member has no such order
 */
export async function findOrInsertAttempt(
  db: Database,
  { order_id, member_id, gateway, channel, trade_number, created_at, until }: NewAttempt,
): Promise<OrderAttempt | undefined> {
  const { rows } = await sql<PaymentRow & { title: string; order_state: string; is_begun: boolean }>`
    with o as (
      select id, title, state, amount, expires_at from orders
      where id = ${order_id} and member_id = ${member_id} for update
    ), p as (
      insert into payments (order_id, gateway, channel, trade_number, amount, created_at, expires_at)
      select id, ${gateway}, ${channel}, ${trade_number}, amount, ${created_at}, expires_at from o
      where state = 'pending' and expires_at >= ${until}
      on conflict (order_id, gateway, channel) where state = 'created' do update set asked_at = payments.asked_at
      returning ${sql.join(paymentFields.map((field) => sql.ref(`payments.${field}`)))}
    )
    select o.title, o.state order_state, p.id is not null is_begun, ${sql.join(paymentFields.map((field) => sql.ref(`p.${field}`)))}
    from o left join p on true`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { title, order_state: state, is_begun, ...payment } = row;
  return { id: order_id, title, state, payment: is_begun ? payment : null };
}

export async function listPayments(db: Database, orderId: string): Promise<PaymentRow[]> {
  const rows = await db
    .selectFrom('payments')
    .select(paymentFields)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute();
  return rows as PaymentRow[];
}

export async function findPayment(
  db: Database | Trx,
  gateway: string,
  tradeNumber: string,
): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom('payments')
    .select(paymentFields)
    .where('trade_number', '=', tradeNumber)
    .where('gateway', '=', gateway)
    .executeTakeFirst();
  return row as PaymentRow | undefined;
}

export type Success = {
  gateway_number: string;
  /** The received amount. */
  amount: number;
  is_surplus: boolean;
  succeeded_at: Date;
};

/**
 * Marks the attempt as paid, gives the other open attempts of the order the highest priority, and inserts the notice,
 * if any. @returns false, with nothing written, if the attempt had succeeded before
 */
export async function updateSucceeded(
  trx: Trx,
  id: string,
  { gateway_number, amount, is_surplus, succeeded_at }: Success,
  notice?: NewNotice,
): Promise<boolean> {
  const { rows } = await sql`
    with paid as (
      update payments set state = 'succeeded', gateway_number = ${gateway_number}, amount = ${amount},
        is_surplus = ${is_surplus}, succeeded_at = ${succeeded_at}
      where id = ${id} and state <> 'succeeded' returning id, order_id
    ), others as (
      update payments p set asked_at = null from paid
      where p.order_id = paid.order_id and p.id <> paid.id and ${wasQueried}
    ) ${notice ? sql`, told as (${insertNoticeSql(notice)} from paid)` : sql``}
    select from paid`.execute(trx);
  return rows.length > 0;
}

/** Closes an attempt that cannot be paid any more; one that was paid in the meantime stays paid. */
export async function updateClosed(db: Database, id: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'closed' })
    .where('id', '=', id)
    .where('state', '=', 'created')
    .execute();
}

/** An attempt to query, and whether its order is still pending. */
export type OpenAttempt = PaymentRow & { is_wanted: boolean };

/**
 * Claims open attempts that are due for a query, the least recently queried first; uses the index payments_open. A
 * claim lasts until the pause is over: 10 s while the buyer is likely to pay, then a minute.
 */
export const claimOpenAttempts = (db: Database, now: Date, limit: number): Promise<OpenAttempt[]> =>
  claimRows(
    db,
    {
      table: 'payments',
      isDue: sql`state = 'created' and created_at <= ${now}::timestamptz - interval '5 seconds'
        and (asked_at is null or asked_at <= ${now}::timestamptz - case
          when created_at > ${now}::timestamptz - interval '3 minutes' then interval '10 seconds'
          else interval '1 minute' end)`,
      order: sql`asked_at nulls first, id`,
    },
    {
      limit,
      set: sql`asked_at = ${now}`,
      returning: sql`${sql.join(paymentFields.map((field) => sql.ref(field)))},
        (select o.state = 'pending' from orders o where o.id = order_id) is_wanted`,
    },
  );

/** Gives the open attempts of an order the highest priority. */
export async function prioritiseAttempts(trx: Trx, orderId: string): Promise<void> {
  await sql`update payments p set asked_at = null where p.order_id = ${orderId} and ${wasQueried}`.execute(
    trx,
  );
}

// Attempts that were never queried have the highest priority anyway, so most sales update no row.
const wasQueried = sql`p.state = 'created' and p.asked_at is not null`;

export type PayableOrder = {
  id: string;
  state: string;
  amount: number;
  expires_at: Date;
  paid_at: Date | null;
};

export async function findOwnOrder(
  db: Database,
  memberId: string,
  orderId: string,
): Promise<PayableOrder | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'state', 'amount', 'expires_at', 'paid_at'])
    .where('id', '=', orderId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export async function findRefund(
  db: Database | Trx,
  number: string,
): Promise<{ id: string; trade_number: string } | undefined> {
  return db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.id', 'p.trade_number'])
    .where('r.number', '=', number)
    .executeTakeFirst();
}

export type NewNotice = {
  gateway: string;
  notice_id: string;
  trade_number: string;
  outcome: string;
  address: string;
};

export async function insertNotice(db: Database | Trx, notice: NewNotice): Promise<void> {
  await insertNoticeSql(notice).execute(db);
}

/** The insert statement of a notice; callers append its conditions. */
const insertNoticeSql = ({ gateway, notice_id, trade_number, outcome, address }: NewNotice) => sql`
  insert into gateway_notices (gateway, notice_id, trade_number, outcome, address)
  select ${gateway}, ${notice_id}, ${trade_number}, ${outcome}, ${address}`;

/** Limits the refused notices recorded per kind and minute, because anyone can send any number of them. */
const maxRefusalsPerMinute = 200;

export async function insertRefusedNotice(db: Database, notice: NewNotice): Promise<void> {
  await sql`${insertNoticeSql(notice)}
    where not exists (
      select from (
        select received_at from gateway_notices where outcome = ${notice.outcome}
        order by id desc offset ${sql.lit(maxRefusalsPerMinute - 1)} limit 1
      ) newest where received_at > now() - interval '1 minute')`.execute(db);
}

/** Deletes notices older than 180 days, longer than any gateway accepts complaints. */
export async function deleteOldNotices(db: Database, now: Date): Promise<void> {
  await sql`delete from gateway_notices where received_at < ${now}::timestamptz - interval '180 days'`.execute(
    db,
  );
}
