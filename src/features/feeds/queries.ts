import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { claimRows } from '#kernel/db/queue.ts';
import type { FeedSourcesTable } from '#kernel/db/tables.ts';

export type SourceRow = Selectable<FeedSourcesTable>;
export type SourceFields = {
  name: string;
  url: string;
  column_id: string;
  interval_minutes: number;
  is_active: boolean;
};

/** Lists every source with its number of queued items, counted up to `cap`; a newsroom has tens of sources. */
export async function listSources(
  db: Database,
  limit: number,
  cap: number,
): Promise<(SourceRow & { pending: number })[]> {
  const { rows } = await sql<SourceRow & { pending: number }>`
    select s.*, (select count(*)::int from (
      select from feed_items i where i.source_id = s.id and i.state = 'pending' limit ${sql.lit(cap)}
    ) capped) pending
    from feed_sources s order by s.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export const findSource = (db: Database, id: string): Promise<SourceRow | undefined> =>
  db.selectFrom('feed_sources').selectAll().where('id', '=', id).executeTakeFirst();

export const lockSource = (trx: Trx, id: string): Promise<SourceRow | undefined> =>
  trx.selectFrom('feed_sources').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** @returns its id, or undefined if the address exists already */
export async function insertSource(
  trx: Trx,
  source: SourceFields & { next_fetch_at: Date },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('feed_sources')
    .values(source)
    .onConflict((conflict) => conflict.column('url').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** @returns whether another source has the address */
export async function isAddressTaken(trx: Trx, url: string, exceptId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('feed_sources')
    .select('id')
    .where('url', '=', url)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateSource(
  trx: Trx | Database,
  id: string,
  change: Partial<Omit<SourceRow, 'id' | 'created_at'>>,
): Promise<void> {
  await trx.updateTable('feed_sources').set(change).where('id', '=', id).execute();
}

export async function deleteSource(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('feed_sources').where('id', '=', id).execute();
}

/**
 * Claims due sources with a lease until `until`: other processes skip them, and if this one dies they are due again
 * then. Served by feed_sources_due.
 */
export const claimDueSources = (db: Database, now: Date, until: Date, limit: number): Promise<SourceRow[]> =>
  claimRows(
    db,
    { table: 'feed_sources', isDue: sql`is_active and next_fetch_at <= ${now}`, order: sql`next_fetch_at` },
    { limit, set: sql`next_fetch_at = ${until}`, returning: sql`feed_sources.*` },
  );

export type NewItem = {
  item_key: string;
  /** In hex. */
  content_hash: string;
  url: string;
  title: string;
  author: string;
  summary: string;
  html: string;
  published_at: string | null;
};

/**
 * Queues new items: those known neither by their key at this source nor by their content. A text with a new key and a
 * new link at its own source is a new item, since some sources have the same words every day; at another source it is
 * the same one. So is a new text with a new link under a known key, which some sources give to every item.
 * @returns how many
 */
export async function insertItems(
  db: Database,
  sourceId: string,
  items: readonly NewItem[],
  now: Date,
): Promise<number> {
  if (items.length === 0) return 0;
  const { rows } = await sql`
    insert into feed_items (source_id, item_key, content_hash, url, title, author, summary, html, published_at, fetched_at)
    select ${sourceId},
      case when exists (select from feed_items i where i.source_id = ${sourceId} and i.item_key = given.item_key
          and i.url not in ('', given.url) and given.url <> '' and (i.title, i.html) <> (given.title, given.html))
        then encode(sha256(convert_to(item_key || ' ' || url, 'UTF8')), 'hex') else item_key end,
      -- The column is unique, so a text that came before is stored under the hash of its text and its link.
      case when place = 1 and not exists (select from feed_items i where i.content_hash = hash) then hash
        else sha256(hash || convert_to(url, 'UTF8')) end,
      url, title, author, summary, html, published_at, ${now}
    from (
      select *, decode(content_hash, 'hex') hash, row_number() over (partition by content_hash order by nth) place,
        row_number() over (partition by content_hash, url order by nth) copy
      from jsonb_to_recordset(${JSON.stringify(items.map((item, nth) => ({ ...item, nth })))}::jsonb) as given(nth int,
        item_key text, content_hash text, url text, title text, author text, summary text, html text, published_at timestamptz)
    ) given
    where copy = 1 and (place = 1 or url <> '')
      and not exists (select from feed_items i where i.content_hash = hash
        and (i.source_id <> ${sourceId} or i.url = given.url or given.url = ''))
    order by nth on conflict do nothing returning id`.execute(db);
  return rows.length;
}

const itemColumns = [
  'i.id',
  'i.source_id',
  's.name as source_name',
  's.column_id',
  'i.url',
  'i.title',
  'i.author',
  'i.summary',
  'i.published_at',
  'i.fetched_at',
  'i.state',
  'i.post_id',
  'm.name as decided_by_name',
] as const;

const items = (db: Database | Trx) =>
  db
    .selectFrom('feed_items as i')
    .innerJoin('feed_sources as s', 's.id', 'i.source_id')
    .leftJoin('members as m', 'm.id', 'i.decided_by');

export type ItemRow = Awaited<ReturnType<typeof listItems>>[number];

/** Lists items of a state, latest fetched first, without their bodies; served by feed_items_of_state or _of_source. */
export function listItems(
  db: Database,
  { state, sourceId }: { state: string; sourceId?: string | undefined },
  { limit, before }: { limit: number; before?: string | undefined },
) {
  return items(db)
    .select(itemColumns)
    .where('i.state', '=', state)
    .$if(sourceId !== undefined, (rows) => rows.where('i.source_id', '=', sourceId ?? ''))
    .$if(before !== undefined, (rows) => rows.where('i.id', '<', before ?? ''))
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
}

export const findItem = (db: Database, id: string) =>
  items(db).select(itemColumns).select('i.html').where('i.id', '=', id).executeTakeFirst();

/** Marks a queued item as approved. @returns whether it was queued */
export async function approveItem(
  trx: Trx,
  id: string,
  decision: { post_id: string; decided_by: string; decided_at: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('feed_items')
    .set({ ...decision, state: 'approved' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Dismisses those of the items that are still queued. @returns them */
export function dismissItems(
  trx: Trx,
  ids: readonly string[],
  decision: { decided_by: string; decided_at: Date },
): Promise<{ id: string; title: string }[]> {
  return trx
    .updateTable('feed_items')
    .set({ ...decision, state: 'dismissed' })
    .where('id', 'in', ids)
    .where('state', '=', 'pending')
    .returning(['id', 'title'])
    .execute();
}

/** Lists the columns of the sources of these items. */
export async function listColumnsOfItems(db: Database | Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('feed_items as i')
    .innerJoin('feed_sources as s', 's.id', 'i.source_id')
    .select('s.column_id')
    .distinct()
    .where('i.id', 'in', ids)
    .execute();
  return rows.map(({ column_id }) => column_id);
}

/** Deletes items fetched before a time that were not approved; served by feed_items_by_age. */
export async function deleteOldItems(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('feed_items')
    .where('state', '<>', sql.lit('approved'))
    .where('fetched_at', '<', before)
    .execute();
}

/** Counts the sources with this column as target; served by feed_sources_of_column. */
export async function countSourcesOf(trx: Trx, columnId: string): Promise<number> {
  const row = await trx
    .selectFrom('feed_sources')
    .select((source) => source.fn.countAll<string>().as('count'))
    .where('column_id', '=', columnId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
