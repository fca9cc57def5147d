import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** A table of versions, with the columns `number`, `saved_by` and `saved_at`. */
export type VersionTable = {
  table: string;
  /** The column of the document's id. */
  document: string;
  /** The columns of the content, if `content` is not one column of JSON. */
  fields?: readonly ['title', 'html'];
};

export type NewVersion<C> = { number: number; content: C; saved_by: string | null; saved_at: Date };
export type Version<C> = NewVersion<C> & { saved_by_name: string | null };

const versionsOf = ({ table, document }: VersionTable, id: string) =>
  sql`from ${sql.table(table)} v left join members m on m.id = v.saved_by where v.${sql.ref(document)} = ${id}`;

/** Finds a version, by default the newest. */
export async function findVersion<C>(
  db: Database | Trx,
  kind: VersionTable,
  id: string,
  number?: number,
): Promise<Version<C> | undefined> {
  const content = kind.fields ? sql`jsonb_build_object('title', v.title, 'html', v.html)` : sql`v.content`;
  const { rows } = await sql<Version<C>>`
    select v.number, ${content} content, v.saved_by, v.saved_at, m.name saved_by_name ${versionsOf(kind, id)}
    ${number === undefined ? sql`` : sql`and v.number = ${number}`} order by v.number desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Lists the versions of a document without their bodies, newest first. */
export async function listVersions(db: Database | Trx, kind: VersionTable, id: string, limit: number) {
  const title = kind.fields ? sql`v.title` : sql`v.content ->> 'title'`;
  const { rows } = await sql<{ number: number; title: string; saved_at: Date; saved_by_name: string | null }>`
    select v.number, ${title} title, v.saved_at, m.name saved_by_name ${versionsOf(kind, id)}
    order by v.number desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function insertVersion<C>(
  trx: Trx,
  { table, document, fields }: VersionTable,
  id: string,
  { content, ...version }: NewVersion<C>,
): Promise<void> {
  const columns = fields ? content : { content: sql`${JSON.stringify(content)}::jsonb` };
  await trx
    .insertInto(table as 'page_versions')
    .values({ [document]: id, ...version, ...columns } as never)
    .execute();
}

export async function deleteVersion(
  trx: Trx,
  { table, document }: VersionTable,
  id: string,
  number: number,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(document)} = ${id} and number = ${number}`.execute(
    trx,
  );
}
