import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

/** Waiting rows are counted up to this number, so that a long queue costs no more than a short one. */
export const maxCounted = 10_000;

/** The waiting rows of each queue, with the time since when; an index serves each condition. */
const queues: Readonly<Record<string, RawBuilder<unknown>>> = {
  // In order of id, which is the order of insertion.
  search: sql`select queued_at as since from search_outbox order by id`,
  notices: sql`select due_at as since from notice_deliveries where state = 'waiting' and due_at <= now() order by due_at`,
  webhooks: sql`select due_at as since from webhook_deliveries where state = 'waiting' and due_at <= now()`,
  letters: sql`select due_at as since from letter_recipients where state = 'pending' and due_at <= now()`,
  refunds: sql`select next_try_at as since from refunds where state in ('approved', 'sent') and next_try_at <= now()`,
  transfers: sql`select created_at as since from transfers where state = 'queued'`,
  cdn: sql`select queued_at as since from cdn_purges where due_at <= now()`,
  jobs: sql`select due_at as since from scheduled_jobs where due_at <= now()`,
};

export type QueueFigures = { queue: string; waiting: number; lagSeconds: number };

/** Returns the length of each queue and the age of its oldest waiting row. */
export async function readQueueFigures(db: Database): Promise<QueueFigures[]> {
  const parts = Object.entries(queues).map(
    ([name, rows]) => sql`select ${name}::text as queue, count(*)::int as waiting,
      greatest(0, coalesce(extract(epoch from now() - min(since)), 0))::float8 as "lagSeconds"
      from (${rows} limit ${sql.lit(maxCounted)}) waiting`,
  );
  const { rows } = await sql<QueueFigures>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}

/** Returns the money moved since midnight in Shanghai by kind of transaction, in fen. */
export async function readMoneyToday(db: Database): Promise<{ kind: string; fen: number }[]> {
  const { rows } = await sql<{ kind: string; fen: number }>`
    select t.kind, sum(e.amount)::float8 as fen
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.created_at >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
      and e.amount > 0
    group by t.kind`.execute(db);
  return rows;
}

export const moneyKinds = [
  'sale',
  'surplus',
  'refund',
  'surplus_refund',
  'settlement',
  'withdrawal',
  'fee',
] as const;
