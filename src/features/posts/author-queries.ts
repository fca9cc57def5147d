import { sql } from 'kysely';
import type { Trx } from '#kernel/context.ts';

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
