import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

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

export type NewPayment = Pick<
  PaymentRow,
  'order_id' | 'gateway' | 'channel' | 'trade_number' | 'amount' | 'created_at' | 'expires_at'
>;

export async function insertPayment(trx: Trx, payment: NewPayment): Promise<PaymentRow> {
  const row = await trx.insertInto('payments').values(payment).returning(fields).executeTakeFirstOrThrow();
  return row as PaymentRow;
}

/** The attempts of an order, the newest first. */
export async function listPayments(db: Database | Trx, orderId: string): Promise<PaymentRow[]> {
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

/** @returns false when it had succeeded before, and nothing was written */
export async function updateSucceeded(trx: Trx, id: string, success: Success): Promise<boolean> {
  const row = await trx
    .updateTable('payments')
    .set({ ...success, state: 'succeeded' })
    .where('id', '=', id)
    .where('state', '<>', 'succeeded')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
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
 * Takes open attempts that nobody has asked about for a while, the longest ago first; served by payments_open. Whoever
 * takes them has them until the pause is over: 10 s while the buyer is likely to be paying, then a minute.
 */
export async function takeOpenAttempts(db: Database, now: Date, limit: number): Promise<OpenAttempt[]> {
  const { rows } = await sql<OpenAttempt>`
    with due as (
      select id from payments
      where state = 'created' and created_at <= ${now}::timestamptz - interval '5 seconds'
        and (asked_at is null or asked_at <= ${now}::timestamptz - case
          when created_at > ${now}::timestamptz - interval '3 minutes' then interval '10 seconds'
          else interval '1 minute' end)
      order by asked_at nulls first, id limit ${sql.lit(limit)} for update skip locked
    )
    update payments p set asked_at = ${now} from due, orders o
    where p.id = due.id and o.id = p.order_id
    returning ${sql.join(fields.map((field) => sql.ref(`p.${field}`)))}, o.state = 'pending' is_wanted`.execute(
    db,
  );
  return rows;
}

/** Has the open attempts of an order asked about before all others. */
export async function hurryAttempts(trx: Trx, orderId: string): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ asked_at: null })
    .where('order_id', '=', orderId)
    .where('state', '=', 'created')
    // One that was never asked about is among the first already: most sales write no row here.
    .where('asked_at', 'is not', null)
    .execute();
}

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
