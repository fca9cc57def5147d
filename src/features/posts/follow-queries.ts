import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

type PieceRow = { id: string; kind: string; column_id: string; author_id: string };

// Said by state, each half has an index: posts_of_author, and posts_unpublished, of which there are few.
const ofAuthor = (id: string) =>
  sql`(state = 'published' and author_id = ${id} or state <> 'published' and author_id = ${id})`;

/** Pieces of an author that readers can find. */
export async function listPublishedOf(trx: Trx, authorId: string): Promise<PieceRow[]> {
  const { rows } = await sql<PieceRow>`select id, kind, column_id, author_id from posts
    where state = 'published' and author_id = ${authorId}`.execute(trx);
  return rows;
}

/** Gives an author's pieces of every state to another one, the kept totals following by trigger. @returns them */
export async function moveToAuthor(trx: Trx, from: string, into: string): Promise<PieceRow[]> {
  const { rows } = await sql<PieceRow>`
    update posts set author_id = ${into} where ${ofAuthor(from)}
    returning id, kind, column_id, author_id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await sql`update post_labels set author_id = ${into} where post_id = any(${ids}::bigint[])`.execute(trx);
  // Versions name their author too: those of the moved pieces, and what is saved and not out yet of any other.
  await sql`
    update post_versions v set content = jsonb_set(v.content, '{authorId}', to_jsonb(${into}::text))
    where v.content ->> 'authorId' = ${from} and (
      v.post_id = any(${ids}::bigint[]) or (v.post_id, v.number) in (
        select id, head_version from posts where head_version <> live_version))`.execute(trx);
  return rows;
}

/** How many pieces name an author, also those that are to with their next publication; counted to `cap`. */
export async function countOfAuthor(trx: Trx, authorId: string, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from posts where ${ofAuthor(authorId)}
      union all
      select from posts p join post_versions v on v.post_id = p.id and v.number = p.head_version
        where p.head_version <> p.live_version and p.author_id <> ${authorId} and v.content ->> 'authorId' = ${authorId}
      limit ${sql.lit(cap)}) named`.execute(trx);
  return rows[0]?.count ?? 0;
}

type CountsRow = { column_id: string; state: string; count: number };

/** How many pieces each column holds, by state: what is out is kept in post_totals, the rest is few (posts_unpublished). */
export async function countByColumn(db: Database | Trx): Promise<CountsRow[]> {
  const { rows } = await sql<CountsRow>`
    select key column_id, 'published' state, published count from post_totals where scope = 'column' and published > 0
    union all
    select column_id::text, state, count(*)::int from posts where state <> 'published' group by column_id, state`.execute(
    db,
  );
  return rows;
}

type MovedRow = { id: string; kind: string; column_id: string; author_id: string };

/** Puts a column's pieces into another one; those without an access of their own take that of the new column. */
export async function movePosts(
  trx: Trx,
  from: string,
  into: { id: string; access: string },
): Promise<MovedRow[]> {
  const { rows } = await sql<MovedRow>`
    update posts set column_id = ${into.id}, access = coalesce(own_access, ${into.access})
    where column_id = ${from} returning id, kind, column_id, author_id`.execute(trx);
  return rows;
}

/** Where else a piece's column stands: the labels of lists, the sums of rankings and the versions of the desk. */
export async function moveTraces(
  trx: Trx,
  from: string,
  into: string,
  ids: readonly string[],
): Promise<void> {
  await trx
    .updateTable('post_labels')
    .set({ column_id: into })
    .where('column_id', '=', from)
    .where('post_id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  await sql`update post_view_periods set column_id = ${into} where column_id = ${from}`.execute(trx);
  // What is saved and not out yet may be meant for the column from another one.
  await sql`
    update post_versions v set content = jsonb_set(v.content, '{columnId}', to_jsonb(${into}::text))
    where v.content ->> 'columnId' = ${from} and (
      v.post_id = any(${ids}::bigint[]) or (v.post_id, v.number) in (
        select id, head_version from posts where head_version <> live_version))`.execute(trx);
}
