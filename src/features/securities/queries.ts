import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** A security of the market with its newest quote; prices in 厘, `at` is null before the first quote. */
export type InstrumentRow = {
  code: string;
  name: string;
  board: string;
  initials: string;
  is_invented: boolean;
  at: Date | null;
  open: number;
  high: number;
  low: number;
  last: number;
  previous_close: number;
  volume: string;
  amount: string;
  is_suspended: boolean;
};

export async function findInstruments(
  db: Database | Trx,
  codes: readonly string[],
): Promise<Map<string, InstrumentRow>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<InstrumentRow>`
    select i.code, i.name, i.board, i.initials, i.is_invented, q.at, q.open, q.high, q.low, q.last, q.previous_close, q.volume,
      q.amount, q.is_suspended
    from instruments i left join latest_quotes q on q.code = i.code
    where i.code = any(${[...codes]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.code, row]));
}

/**
 * Lists the codes of the market's indexes, then of the most traded securities on the day of the newest quotes; out of a
 * few thousand rows.
 */
export async function listLeadingCodes(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select i.code from latest_quotes q join instruments i using (code)
    where i.delisted_on is null and (i.board = 'index' or not q.is_suspended)
      and q.at > (select max(at) from latest_quotes) - interval '1 day'
    order by (i.board = 'index') desc, case when i.board = 'index' then 0 else q.amount end desc, i.code
    limit ${sql.lit(limit)}`.execute(db);
  return rows.map(({ code }) => code);
}

/** Counts the published posts of each kind that name a security, each up to `cap`; by post_labels_newest. */
export async function countPostsByKind(
  db: Database,
  code: string,
  cap: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kinds.kind, (
      select count(*)::int from (
        select from post_labels l where l.type = 'stock' and l.label = ${code} and l.kind = kinds.kind
        limit ${sql.lit(cap)}
      ) counted
    ) count from (values ('news'), ('article'), ('reference')) kinds(kind)`.execute(db);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** Lists the securities that published posts name, by code; a few thousand at most, each one index probe. */
export async function listNamedCodes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from (select code from stocks union select code from instruments) known
    where exists (select from post_labels l where l.type = 'stock' and l.label = known.code)
    order by code`.execute(db);
  return rows.map(({ code }) => code);
}

/**
 * Locks a member for changes of their watched securities, so that concurrent calls cannot exceed the limit. Waits for a
 * deletion of the account. @returns false if it was deleted
 */
export async function lockWatcher(trx: Trx, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from members where id = ${memberId} and deleted_at is null for no key update`.execute(trx);
  return rows.length > 0;
}

export async function findWatchedStock(
  db: Database | Trx,
  memberId: string,
  code: string,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('watched_stocks')
    .select('id')
    .where('member_id', '=', memberId)
    .where('code', '=', code)
    .executeTakeFirst();
}

export async function countWatchedStocks(trx: Trx, memberId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('watched_stocks')
    .select((all) => all.fn.countAll<string>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertWatchedStock(trx: Trx, memberId: string, code: string): Promise<string> {
  const { id } = await trx
    .insertInto('watched_stocks')
    .values({ member_id: memberId, code })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteWatchedStocks(
  trx: Trx,
  memberId: string,
  codes: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('watched_stocks')
    .where('member_id', '=', memberId)
    .where('code', 'in', codes)
    .execute();
}

export async function deleteAllOfMember(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('watched_stocks').where('member_id', '=', memberId).execute();
}

/** Lists the securities a member watches, newest first, at most the limit; by watched_stocks_of_member. */
export const listWatchedStocks = (db: Database, memberId: string) =>
  db
    .selectFrom('watched_stocks')
    .select(['id', 'code', 'created_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute();

/** Lists a member's watched securities for the copy of personal data. */
export const exportWatchedStocks = (db: Database, memberId: string, after: string, limit: number) =>
  db
    .selectFrom('watched_stocks')
    .select(['id', 'code', 'created_at'])
    .where('member_id', '=', memberId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
