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

const fields = [
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
  /** Until when the order has to wait at least. */
  until: Date;
};

/** An order as somebody begins to pay it; `payment` is null where it does not wait for that. */
export type Begun = { id: string; title: string; state: string; payment: PaymentRow | null };

/**
 * The open attempt of a member's own order by this gateway and channel, or a new one of the order's amount: one
 * statement, and committed with it. The order is locked meanwhile, as by everybody who changes its money; payments_attempt
 * lets two who begin at once have the same. @returns undefined where they have no such order
 */
export async function beginPayment(
  db: Database,
  { order_id, member_id, gateway, channel, trade_number, created_at, until }: NewAttempt,
): Promise<Begun | undefined> {
  const { rows } = await sql<PaymentRow & { title: string; order_state: string; is_begun: boolean }>`
    with o as (
      select id, title, state, amount, expires_at from orders
      where id = ${order_id} and member_id = ${member_id} for update
    ), p as (
      insert into payments (order_id, gateway, channel, trade_number, amount, created_at, expires_at)
      select id, ${gateway}, ${channel}, ${trade_number}, amount, ${created_at}, expires_at from o
      where state = 'pending' and expires_at >= ${until}
      on conflict (order_id, gateway, channel) where state = 'created' do update set asked_at = payments.asked_at
      returning ${sql.join(fields.map((field) => sql.ref(`payments.${field}`)))}
    )
    select o.title, o.state order_state, p.id is not null is_begun, ${sql.join(fields.map((field) => sql.ref(`p.${field}`)))}
    from o left join p on true`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { title, order_state: state, is_begun, ...payment } = row;
  return { id: order_id, title, state, payment: is_begun ? payment : null };
}

/** The attempts of an order, the newest first. */
export async function listPayments(db: Database, orderId: string): Promise<PaymentRow[]> {
  const rows = await db
    .selectFrom('payments')
    .select(fields)
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
    .select(fields)
    .where('trade_number', '=', tradeNumber)
    .where('gateway', '=', gateway)
    .executeTakeFirst();
  return row as PaymentRow | undefined;
}

export type Success = {
  gateway_number: string;
  /** What came. */
  amount: number;
  is_surplus: boolean;
  succeeded_at: Date;
};

/**
 * The attempt was paid; the open ones of the same order are asked about before all others, and the notice that said so,
 * if one did, is written down. @returns false when it had succeeded before, and nothing was written
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
      where p.order_id = paid.order_id and p.id <> paid.id and ${neglected}
    ) ${notice ? sql`, told as (${noticeInsert(notice)} from paid)` : sql``}
    select from paid`.execute(trx);
  return rows.length > 0;
}

/** Nobody can pay it any more; what was paid meanwhile stays paid. */
export async function updateClosed(db: Database, id: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'closed' })
    .where('id', '=', id)
    .where('state', '=', 'created')
    .execute();
}

/** An attempt to be asked about, and whether its order still waits for it. */
export type OpenAttempt = PaymentRow & { is_wanted: boolean };

/**
 * Claims open attempts that nobody has asked about for a while, the longest ago first; served by payments_open. A claim
 * lasts until the pause is over: 10 s while the buyer is likely to be paying, then a minute.
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
      returning: sql`${sql.join(fields.map((field) => sql.ref(field)))},
        (select o.state = 'pending' from orders o where o.id = order_id) is_wanted`,
    },
  );

/** Has the open attempts of an order asked about before all others. */
export async function hurryAttempts(trx: Trx, orderId: string): Promise<void> {
  await sql`update payments p set asked_at = null where p.order_id = ${orderId} and ${neglected}`.execute(
    trx,
  );
}

// One that was never asked about is among the first already: most sales write no row here.
const neglected = sql`p.state = 'created' and p.asked_at is not null`;

export type PayableOrder = {
  id: string;
  state: string;
  amount: number;
  expires_at: Date;
  paid_at: Date | null;
};

/** A member's own order, as far as paying it goes. */
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
  await noticeInsert(notice).execute(db);
}

/** The statement that writes a notice down, to be gone on with by what has to be there for that. */
const noticeInsert = ({ gateway, notice_id, trade_number, outcome, address }: NewNotice) => sql`
  insert into gateway_notices (gateway, notice_id, trade_number, outcome, address)
  select ${gateway}, ${notice_id}, ${trade_number}, ${outcome}, ${address}`;

/** So many refused notices of a kind are written down in a minute: anybody may send them, and as many as they like. */
const mostRefusals = 200;

export async function insertRefusal(db: Database, notice: NewNotice): Promise<void> {
  await sql`${noticeInsert(notice)}
    where not exists (
      select from (
        select received_at from gateway_notices where outcome = ${notice.outcome}
        order by id desc offset ${sql.lit(mostRefusals - 1)} limit 1
      ) newest where received_at > now() - interval '1 minute')`.execute(db);
}

/** Half a year is longer than any gateway hears complaints about a notice. */
export async function deleteOldNotices(db: Database, now: Date): Promise<void> {
  await sql`delete from gateway_notices where received_at < ${now}::timestamptz - interval '180 days'`.execute(
    db,
  );
}
