import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { Keyset } from '#shared/cursors.ts';

export type MissingRow = {
  id: string;
  address: string;
  hits: string;
  referrer: string;
  first_at: Date;
  last_at: Date;
};

/** Adds hits in one statement, in the order of the addresses, so that processes cannot deadlock. @returns whether any is new */
export async function addMissing(
  trx: Trx,
  missing: ReadonlyMap<string, { hits: number; referrer: string }>,
  at: Date,
): Promise<boolean> {
  const given = JSON.stringify([...missing].map(([address, counts]) => ({ address, ...counts })));
  const { rows } = await sql<{ is_new: boolean }>`
    insert into missing_addresses as known (address, hits, referrer, first_at, last_at)
    select address, hits, referrer, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${given}::jsonb) as given(address text, hits bigint, referrer text)
    order by md5(address)
    on conflict (md5(address)) do update set hits = known.hits + excluded.hits, last_at = excluded.last_at,
      referrer = coalesce(nullif(excluded.referrer, ''), known.referrer)
    returning xmax = 0 is_new`.execute(trx);
  return rows.some(({ is_new }) => is_new);
}

/** Deletes the rarest addresses beyond `max`, ignored ones last; by missing_addresses_by_hits. */
export async function deleteRarestMissing(trx: Trx, max: number): Promise<void> {
  await sql`
    delete from missing_addresses where id in (
      select id from missing_addresses order by is_ignored, hits, id
      limit greatest(0, (select count(*) from missing_addresses) - ${sql.lit(max)})
    )`.execute(trx);
}

type ListOptions = { isIgnored: boolean; after?: Keyset | undefined; limit: number };

/** Lists addresses by hits, the most frequent first, after `after`; by missing_addresses_by_hits. */
export async function listMissing(
  db: Database,
  { isIgnored, after, limit }: ListOptions,
): Promise<MissingRow[]> {
  const { rows } = await sql<MissingRow>`
    select id, address, hits, referrer, first_at, last_at from missing_addresses
    where is_ignored = ${isIgnored} ${after ? sql`and (hits, id) < (${after.at}, ${after.id})` : sql``}
    order by hits desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countListedMissing(db: Database, isIgnored: boolean): Promise<number> {
  const { count } = await db
    .selectFrom('missing_addresses')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('is_ignored', '=', isIgnored)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @returns the addresses whose mark changed */
export async function markMissing(trx: Trx, ids: readonly string[], isIgnored: boolean): Promise<string[]> {
  const rows = await trx
    .updateTable('missing_addresses')
    .set({ is_ignored: isIgnored })
    .where('id', 'in', ids)
    .where('is_ignored', '=', !isIgnored)
    .returning('address')
    .execute();
  return rows.map(({ address }) => address);
}

/** @returns the deleted addresses */
export async function deleteMissing(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .deleteFrom('missing_addresses')
    .where('id', 'in', ids)
    .returning('address')
    .execute();
  return rows.map(({ address }) => address);
}

/** Deletes the addresses that these sources answer from now on. */
export async function deleteMissingOf(trx: Trx, sources: readonly string[]): Promise<void> {
  const prefixes = sources.flatMap((source) => (source.endsWith('*') ? source.slice(0, -1) : []));
  await sql`delete from missing_addresses where address = any(${sources}::text[])`.execute(trx);
  if (prefixes.length > 0)
    await sql`
      delete from missing_addresses where exists (
        select from unnest(${prefixes}::text[]) prefix where starts_with(address || '/', prefix)
      )`.execute(trx);
}
