import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { Content } from './schema.ts';

/** Serialises the creation and publication of pages, so that neither their number nor an address is decided twice. */
export async function lockPages(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' pages', 0))`.execute(trx);
}

export async function countPages(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('pages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const jsonText = (field: string) => sql<string>`v.content ->> ${sql.lit(field)}`;

/** Returns all pages, the last changed first. */
export const listPages = (db: Database) =>
  db
    .selectFrom('pages as p')
    .innerJoin('page_versions as v', (join) =>
      join.onRef('v.page_id', '=', 'p.id').onRef('v.number', '=', 'p.head_version'),
    )
    .leftJoin('members as m', 'm.id', 'v.saved_by')
    .select(['p.id', 'p.state', 'p.slug', 'p.head_version', 'p.live_version', 'p.updated_at'])
    .select([jsonText('title').as('title'), jsonText('slug').as('draft_slug'), 'm.name as saved_by_name'])
    .orderBy('p.updated_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();

/** Returns what readers can open, in the order of creation. */
export const listPublished = (db: Database) =>
  db
    .selectFrom('pages')
    .select(['id', 'slug', 'title'])
    .where('state', '=', 'published')
    .orderBy('id')
    .$narrowType<{ slug: string }>()
    .execute();

export const findBySlug = (db: Database, slug: string) =>
  db
    .selectFrom('pages')
    .select(['slug', 'title', 'html', 'description'])
    .where('slug', '=', slug)
    .$narrowType<{ slug: string }>()
    .executeTakeFirst();

const pageColumns = ['id', 'state', 'slug', 'title', 'head_version', 'live_version'] as const;

export const findPage = (db: Database, id: string) =>
  db.selectFrom('pages').select(pageColumns).where('id', '=', id).executeTakeFirst();

/** Returns the id of the page that an import added under this key. */
export async function findImportedPage(db: Database, importKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('pages')
    .select('id')
    .where('import_key', '=', importKey)
    .executeTakeFirst();
  return row?.id;
}

export const lockPage = (trx: Trx, id: string) =>
  trx.selectFrom('pages').select(pageColumns).where('id', '=', id).forUpdate().executeTakeFirst();

/** Returns the titles that readers see, by id. */
export async function findPageTitles(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('pages').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function insertPage(trx: Trx, at: Date, importKey: string | null = null): Promise<string> {
  const row = await trx
    .insertInto('pages')
    .values({ updated_at: at, import_key: importKey })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

type PageChange = Partial<{
  state: string;
  slug: string | null;
  title: string;
  html: string;
  description: string;
  head_version: number;
  live_version: number;
  updated_at: Date;
}>;

export async function updatePage(trx: Trx, id: string, change: PageChange): Promise<void> {
  await trx.updateTable('pages').set(change).where('id', '=', id).execute();
}

export async function deletePage(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('pages').where('id', '=', id).execute();
}

export async function updateVersionContent(
  trx: Trx,
  id: string,
  number: number,
  content: Content,
): Promise<void> {
  await trx
    .updateTable('page_versions')
    .set({ content: sql`${JSON.stringify(content)}::jsonb` })
    .where('page_id', '=', id)
    .where('number', '=', number)
    .execute();
}
