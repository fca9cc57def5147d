import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { ShareOwner } from './accounts.ts';

/** Returns the author record of a member; undefined without one. */
export function findAuthorOf(
  db: Database | Trx,
  memberId: string,
): Promise<({ id: string; name: string } & ShareOwner) | undefined> {
  return db
    .selectFrom('authors')
    .select(['id', 'name', 'share_percent', 'member_id'])
    .select(
      sql<boolean>`exists (select from member_roles r where r.member_id = authors.member_id)`.as('is_staff'),
    )
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export function findAuthor(db: Database, id: string): Promise<{ id: string; name: string } | undefined> {
  return db.selectFrom('authors').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** Locks an author, which serialises their withdrawals; sales do not wait for this lock. */
export async function lockAuthor(trx: Trx, id: string): Promise<void> {
  await sql`select from authors where id = ${id} for no key update`.execute(trx);
}

/** Sums the author's income from sales after `since`, less the author's share of their refunds. */
export async function sumSettling(db: Database | Trx, authorId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ settling: string }>`
    select coalesce(-sum(e.amount), 0)::bigint settling
    from ledger_transactions s
      join ledger_transactions t on t.order_id = s.order_id and t.kind in ('sale', 'refund')
      join ledger_entries e on e.transaction_id = t.id and e.account = 'author:' || ${authorId}::text
    where s.author_id = ${authorId} and s.kind = 'sale' and s.created_at > ${since}`.execute(db);
  return Number(rows[0]?.settling ?? 0);
}

export type MonthRow = {
  month: string;
  sales: number;
  earned: string;
  refunded: string;
  withdrawn: string;
};

/** Sums an author's account by Shanghai month, newest first; uses the index ledger_transactions_of_author. */
export async function listMonths(db: Database, authorId: string, limit: number): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select to_char(t.created_at at time zone 'Asia/Shanghai', 'YYYY-MM') "month",
      count(*) filter (where t.kind = 'sale')::int sales,
      coalesce(-sum(e.amount) filter (where t.kind = 'sale'), 0)::bigint earned,
      coalesce(sum(e.amount) filter (where t.kind = 'refund'), 0)::bigint refunded,
      coalesce(sum(e.amount) filter (where t.kind = 'settlement'), 0)::bigint withdrawn
    from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id and e.account = 'author:' || ${authorId}::text
    where t.author_id = ${authorId} group by 1 order by 1 desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export type LineRow = {
  id: string;
  kind: string;
  title: string | null;
  order_id: string | null;
  amount: string;
  created_at: Date;
};

/** Lists the lines of an author's account, newest first, after a cursor. A sale of one fen may be a line of 0. */
export async function listLines(
  db: Database,
  authorId: string,
  { limit, after }: { limit: number; after?: { at: Date; id: string } | undefined },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    with page as (
      select id, kind, order_id, created_at from ledger_transactions where author_id = ${authorId}
        ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`}
      order by created_at desc, id desc limit ${sql.lit(limit)}
    )
    select t.id, t.kind, o.title, t.order_id, coalesce(-e.amount, 0)::bigint amount, t.created_at
    from page t left join orders o on o.id = t.order_id
      left join ledger_entries e on e.transaction_id = t.id and e.account = 'author:' || ${authorId}::text
    order by t.created_at desc, t.id desc`.execute(db);
  return rows;
}

export type WithdrawalRow = {
  id: string;
  author_id: string;
  author_name: string;
  member_id: string | null;
  amount: string;
  payee: string;
  state: string;
  note: string;
  created_at: Date;
  decided_at: Date | null;
  paid_at: Date | null;
};

const withdrawalFields =
  sql.raw(`w.id, w.author_id, a.name author_name, w.member_id, w.amount, w.payee, w.state,
  w.note, w.created_at, w.decided_at, w.paid_at`);

/** Lists withdrawals, newest first, before the one with id `before`; each filter, author and state, has an index. */
export async function listWithdrawals(
  db: Database | Trx,
  { state, authorId }: { state: string; authorId?: string | undefined },
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    select ${withdrawalFields} from withdrawals w join authors a on a.id = w.author_id
    where true ${state === 'all' ? sql`` : sql`and w.state = ${state}`}
      ${authorId === undefined ? sql`` : sql`and w.author_id = ${authorId}`}
      ${before === undefined ? sql`` : sql`and w.id < ${before}`}
    order by w.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Returns an author's open withdrawal; there is at most one. */
export async function findOpenWithdrawal(
  db: Database | Trx,
  authorId: string,
): Promise<WithdrawalRow | undefined> {
  const { rows } = await sql<WithdrawalRow>`
    select ${withdrawalFields} from withdrawals w join authors a on a.id = w.author_id
    where w.author_id = ${authorId} and w.state in ('requested', 'approved')`.execute(db);
  return rows[0];
}

export async function sumPaidOut(db: Database, authorId: string): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(amount), 0)::bigint total from withdrawals
    where author_id = ${authorId} and state = 'paid'`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

export async function lockWithdrawal(trx: Trx, id: string): Promise<WithdrawalRow | undefined> {
  const { rows } = await sql<WithdrawalRow>`
    select ${withdrawalFields} from withdrawals w join authors a on a.id = w.author_id
    where w.id = ${id} for update of w`.execute(trx);
  return rows[0];
}

/** @returns undefined if the author has another open withdrawal */
export async function insertWithdrawal(
  trx: Trx,
  withdrawal: { author_id: string; member_id: string; amount: number; payee: string; created_at: Date },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('withdrawals')
    .values(withdrawal)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateWithdrawal(
  trx: Trx,
  id: string,
  change: { state: string; note: string; decided_by?: string | null; decided_at?: Date; paid_at?: Date },
): Promise<void> {
  await trx.updateTable('withdrawals').set(change).where('id', '=', id).execute();
}
