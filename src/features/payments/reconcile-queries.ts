import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** A payment or refund in our book; amount in fen. */
export type OwnPayment = { number: string; amount: number };
export type OwnRefund = { number: string; amount: number; is_done: boolean };

/** Lists a gateway's payments of a period; uses the index payments_by_day. */
export async function listSucceededPayments(
  db: Database,
  gateway: string,
  from: Date,
  until: Date,
): Promise<OwnPayment[]> {
  return db
    .selectFrom('payments')
    .select(['trade_number as number', 'amount'])
    .where('gateway', '=', gateway)
    .where('state', '=', 'succeeded')
    .where('succeeded_at', '>=', from)
    .where('succeeded_at', '<', until)
    .execute();
}

/** Lists a gateway's refunds that finished in a period, and those with these numbers whenever they finished. */
export async function listRefunds(
  db: Database,
  gateway: string,
  { from, until, numbers }: { from: Date; until: Date; numbers: readonly string[] },
): Promise<OwnRefund[]> {
  const { rows } = await sql<OwnRefund>`
    select r.number, r.amount, r.state in ('sent', 'succeeded') is_done
    from refunds r join payments p on p.id = r.payment_id
    where p.gateway = ${gateway} and r.id in (
      select id from refunds where state = 'succeeded' and finished_at >= ${from} and finished_at < ${until}
      union select id from refunds where number = any(${numbers as string[]}))`.execute(db);
  return rows;
}

/** Stores what a bill says about the fees of a gateway's payments. */
export async function updatePaymentFees(
  db: Database,
  gateway: string,
  fees: readonly { number: string; fee: number }[],
): Promise<void> {
  await sql`
    update payments p set fee = billed.fee
    from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as billed(number text, fee int)
    where p.gateway = ${gateway} and p.trade_number = billed.number and p.fee is distinct from billed.fee`.execute(
    db,
  );
}

export type ReconciliationRow = {
  id: string;
  gateway: string;
  day: string;
  state: string;
  ours_count: number;
  ours_amount: string | number;
  theirs_count: number;
  theirs_amount: string | number;
  differences: unknown;
  error: string;
  made_at: Date;
};

const reconciliationFields = sql.raw(
  'id, gateway, day::text, state, ours_count, ours_amount, theirs_count, theirs_amount, differences, error, made_at',
);

export type NewReconciliation = Omit<ReconciliationRow, 'id' | 'made_at' | 'differences'> & {
  differences: unknown[];
  made_at: Date;
};

/** Inserts the result of a day, or replaces the earlier one. */
export async function upsertReconciliation(trx: Trx, row: NewReconciliation): Promise<ReconciliationRow> {
  const { rows } = await sql<ReconciliationRow>`
    insert into reconciliations
      (gateway, day, state, ours_count, ours_amount, theirs_count, theirs_amount, differences, error, made_at)
    values (${row.gateway}, ${row.day}::date, ${row.state}, ${row.ours_count}, ${row.ours_amount},
      ${row.theirs_count}, ${row.theirs_amount}, ${JSON.stringify(row.differences)}::jsonb, ${row.error}, ${row.made_at})
    on conflict on constraint reconciliations_day_key do update set
      state = excluded.state, ours_count = excluded.ours_count, ours_amount = excluded.ours_amount,
      theirs_count = excluded.theirs_count, theirs_amount = excluded.theirs_amount,
      differences = excluded.differences, error = excluded.error, made_at = excluded.made_at
    returning ${reconciliationFields}`.execute(trx);
  const [written] = rows;
  if (!written) throw new Error('the reconciliation was not stored');
  return written;
}

export async function findReconciliation(
  db: Database,
  gateway: string,
  day: string,
): Promise<ReconciliationRow | undefined> {
  const { rows } = await sql<ReconciliationRow>`
    select ${reconciliationFields} from reconciliations where gateway = ${gateway} and day = ${day}::date`.execute(
    db,
  );
  return rows[0];
}

type Filter = { gateway?: string | undefined; state: string };

/** Lists results, newest day first, before the one with id `before`; uses the index reconciliations_newest. */
export async function listReconciliations(
  db: Database,
  { gateway, state }: Filter,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<ReconciliationRow[]> {
  const { rows } = await sql<ReconciliationRow>`
    select ${reconciliationFields} from reconciliations
    where true
      ${gateway === undefined ? sql`` : sql`and gateway = ${gateway}`}
      ${state === 'all' ? sql`` : sql`and state = ${state}`}
      ${before === undefined ? sql`` : sql`and (day, gateway) < (select day, gateway from reconciliations where id = ${before})`}
    order by day desc, gateway desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
