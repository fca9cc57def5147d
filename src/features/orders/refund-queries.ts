import { sql } from 'kysely';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { claimJobs, type Queue } from '#kernel/db/queue.ts';

export type RefundKind = 'request' | 'staff' | 'surplus' | 'withdrawn';
export type RefundState = 'requested' | 'approved' | 'sent' | 'succeeded' | 'failed' | 'rejected';

export type RefundRow = {
  id: string;
  number: string;
  order_id: string;
  payment_id: string;
  kind: RefundKind;
  amount: number;
  reason: string;
  state: RefundState;
  gateway_number: string | null;
  error: string;
  tries: number;
  next_try_at: Date | null;
  note: string;
  created_at: Date;
  finished_at: Date | null;
};

export type NewRefund = Pick<
  RefundRow,
  'number' | 'order_id' | 'payment_id' | 'kind' | 'amount' | 'reason' | 'state' | 'next_try_at' | 'created_at'
> & { requested_by: string | null; decided_by?: string | null; decided_at?: Date | null };

/** @returns the refund's id, or undefined if the order has an open refund or this surplus has a refund already */
export async function insertRefund(trx: Trx, refund: NewRefund): Promise<string | undefined> {
  const row = await trx
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const refundFields = [
  'id',
  'number',
  'order_id',
  'payment_id',
  'kind',
  'amount',
  'reason',
  'state',
  'gateway_number',
  'error',
  'tries',
  'next_try_at',
  'note',
  'created_at',
  'finished_at',
] as const;

/** States of a refund that is not decided, not sent, not confirmed or failed. */
export const openRefundStates: readonly RefundState[] = ['requested', 'approved', 'sent', 'failed'];

/** Whether a refund of what an order was paid for waits or is being sent. */
export async function hasOpenRefund(trx: Trx, orderId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '<>', 'surplus')
    .where('state', 'in', openRefundStates)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns and locks a refund. The caller must lock its order first, which prevents deadlocks. */
export async function lockRefund(trx: Trx, id: string): Promise<RefundRow | undefined> {
  const row = await trx
    .selectFrom('refunds')
    .select(refundFields)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as RefundRow | undefined;
}

export async function findOrderOfRefund(trx: Trx, id: string): Promise<string | undefined> {
  const row = await trx.selectFrom('refunds').select('order_id').where('id', '=', id).executeTakeFirst();
  return row?.order_id;
}

export type RefundChange = Partial<
  Pick<RefundRow, 'state' | 'gateway_number' | 'error' | 'next_try_at' | 'note' | 'finished_at' | 'amount'>
> & { decided_by?: string | null; decided_at?: Date };

export async function updateRefund(trx: Trx, id: string, change: RefundChange): Promise<void> {
  await trx.updateTable('refunds').set(change).where('id', '=', id).execute();
}

export type DueRefund = {
  id: string;
  number: string;
  orderId: string;
  paymentId: string;
  gateway: string;
  /** Our number of the payment at the gateway. */
  tradeNumber: string;
  /** The amount to return and the amount of the payment, in fen. */
  amount: number;
  total: number;
  reason: string;
  /** `approved`: must be sent; `sent`: must be queried. */
  state: 'approved' | 'sent';
  tries: number;
};

const refundQueue: Queue = {
  table: 'refunds',
  isOpen: sql`state in ('approved', 'sent')`,
  dueAt: 'next_try_at',
  attempts: 'tries',
  order: sql`next_try_at`,
  leaseMs: 60_000,
};

const paymentOf = (column: string) =>
  sql`(select ${sql.ref(`p.${column}`)} from payments p where p.id = payment_id)`;

/** Claims due refunds for a minute; uses the index refunds_due. */
export async function claimDueRefunds(ctx: Context, limit: number): Promise<DueRefund[]> {
  const rows = await claimJobs<DueRefund>(ctx, ctx.db, refundQueue, {
    limit,
    returning: sql`id, number, order_id "orderId", payment_id "paymentId", amount, reason, state, tries,
      ${paymentOf('gateway')} gateway, ${paymentOf('trade_number')} "tradeNumber", ${paymentOf('amount')} total`,
  });
  return rows.toSorted((one, other) => Number(one.id) - Number(other.id));
}

export async function findPaymentGateway(trx: Trx, paymentId: string): Promise<string> {
  const { gateway } = await trx
    .selectFrom('payments')
    .select('gateway')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return gateway;
}

/** Stores what a gateway gave back of its fee with refunds, in fen, by their numbers. */
export async function updateRefundFees(
  db: Database,
  fees: readonly { number: string; fee: number }[],
): Promise<void> {
  await sql`
    update refunds r set fee = billed.fee
    from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as billed(number text, fee int)
    where r.number = billed.number and r.fee is distinct from billed.fee`.execute(db);
}

/**
 * Lists the orders with money of this gateway that is not refunded, as payment of the order or as surplus. Served by
 * payments_by_day: a live portal has few payments of the sandbox.
 */
export async function listUnrefundedOrders(db: Database, gateway: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.order_id id from payments p join orders o on o.id = p.order_id
    where p.gateway = ${gateway} and p.state = 'succeeded' and (
      (o.payment_id = p.id and o.state in ('paid', 'refunding'))
      or exists (select from refunds r where r.payment_id = p.id and r.state = any(${openRefundStates}))
    ) order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the open refunds of an order by this gateway. */
export async function listOpenRefundsOfGateway(
  trx: Trx,
  orderId: string,
  gateway: string,
): Promise<{ id: string; state: RefundState }[]> {
  const { rows } = await sql<{ id: string; state: RefundState }>`
    select r.id, r.state from refunds r join payments p on p.id = r.payment_id
    where r.order_id = ${orderId} and p.gateway = ${gateway} and r.state = any(${openRefundStates})
    order by r.id`.execute(trx);
  return rows;
}

export type AdminRefundRow = RefundRow & {
  order_number: string;
  order_title: string;
  member_id: string | null;
  member_name: string | null;
  gateway: string;
  /** The number of the order's issued invoice, which may be empty; null without one. */
  invoice_number: string | null;
};

const adminRefundFields =
  sql.raw(`r.id, r.number, r.order_id, r.payment_id, r.kind, r.amount, r.reason, r.state,
  r.gateway_number, r.error, r.tries, r.next_try_at, r.note, r.created_at, r.finished_at,
  o.number order_number, o.title order_title, o.member_id, m.name member_name, p.gateway, i.number invoice_number`);
const adminRefundJoins = sql.raw(`join orders o on o.id = r.order_id join payments p on p.id = r.payment_id
  left join members m on m.id = o.member_id
  left join invoice_requests i on i.order_id = o.id and i.state = 'issued'`);

/** Lists refunds, newest first, before the one with id `before`; of one state by the index refunds_of_state. */
export async function listRefunds(
  db: Database,
  states: readonly string[],
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<AdminRefundRow[]> {
  // Reads the newest rows of each state by the index and then the newest of those; with `state in (…)` PostgreSQL would
  // sort all rows of these states.
  const { rows } = await sql<AdminRefundRow>`
    with heads as (
      select head.id from unnest(${[...states]}::text[]) wanted(state) cross join lateral (
        select id from refunds where refunds.state = wanted.state
          ${before === undefined ? sql`` : sql`and id < ${before}`}
        order by id desc limit ${sql.lit(limit)}
      ) head order by head.id desc limit ${sql.lit(limit)}
    )
    select ${adminRefundFields} from heads join refunds r on r.id = heads.id ${adminRefundJoins} order by r.id desc`.execute(
    db,
  );
  return rows;
}

export async function listRefundsOf(db: Database, orderId: string): Promise<AdminRefundRow[]> {
  const { rows } = await sql<AdminRefundRow>`
    select ${adminRefundFields} from refunds r ${adminRefundJoins} where r.order_id = ${orderId} order by r.id`.execute(
    db,
  );
  return rows;
}
