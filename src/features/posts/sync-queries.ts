import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { insertLabels } from './write-queries.ts';

type PostRefRow = { id: string; kind: string; column_id: string; author_id: string };

// Split by state, so that each half has an index: posts_of_author and posts_unpublished, which holds few rows.
const ofAuthor = (id: string) =>
  sql`(state = 'published' and author_id = ${id} or state <> 'published' and author_id = ${id})`;

export async function listPublishedOfAuthor(trx: Trx, authorId: string): Promise<PostRefRow[]> {
  const { rows } = await sql<PostRefRow>`select id, kind, column_id, author_id from posts
    where state = 'published' and author_id = ${authorId}
    union all
    select p.id, p.kind, p.column_id, p.author_id from post_labels l join posts p on p.id = l.post_id
    where l.type = 'author' and l.label = ${authorId}`.execute(trx);
  return rows;
}

/** The posts with this further author: the published by their labels, the others by posts_unpublished. */
const ofCoAuthor = (id: string) => sql`(
  id in (select post_id from post_labels where type = 'author' and label = ${id})
  or state <> 'published' and ${id}::bigint = any(co_author_ids))`;

/**
 * Moves an author's posts in any state to another author; a trigger updates the stored totals. An author who would be
 * named twice keeps the first place.
 * @returns the posts
 */
export async function movePostsToAuthor(trx: Trx, from: string, into: string): Promise<PostRefRow[]> {
  const { rows } = await sql<PostRefRow>`
    update posts set author_id = ${into}, co_author_ids = array_remove(co_author_ids, ${into}::bigint)
    where ${ofAuthor(from)}
    returning id, kind, column_id, author_id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await sql`update post_labels set author_id = ${into} where post_id = any(${ids}::bigint[])`.execute(trx);
  await sql`delete from post_labels where post_id = any(${ids}::bigint[]) and type = 'author' and label = ${into}`.execute(
    trx,
  );
  const { rows: coWritten } = await sql<PostRefRow>`
    update posts set co_author_ids = case
      when author_id = ${into} or ${into}::bigint = any(co_author_ids) then array_remove(co_author_ids, ${from}::bigint)
      else array_replace(co_author_ids, ${from}::bigint, ${into}::bigint) end
    where ${ofCoAuthor(from)}
    returning id, kind, column_id, author_id`.execute(trx);
  const coWrittenIds = coWritten.map(({ id }) => id);
  if (coWrittenIds.length > 0) await insertLabels(trx, coWrittenIds);
  const moved = [...rows, ...coWritten];
  // Versions name their authors too: those of the moved posts, and saved but unpublished versions of any other post.
  await sql`
    update post_versions v set content = v.content || jsonb_build_object(
      'authorId', case when v.content ->> 'authorId' = ${from} then ${into}::text else v.content ->> 'authorId' end,
      'coAuthorIds', coalesce((
        select jsonb_agg(author order by place) from (
          select author, min(place) place from (
            select case when named.author = ${from} then ${into}::text else named.author end author, place
            from jsonb_array_elements_text(coalesce(v.content -> 'coAuthorIds', '[]')) with ordinality named(author, place)
          ) replaced group by author
        ) each where author <> case when v.content ->> 'authorId' = ${from} then ${into}::text
          else v.content ->> 'authorId' end), '[]'))
    where (v.content ->> 'authorId' = ${from} or v.content -> 'coAuthorIds' ? ${from}) and (
      v.post_id = any(${moved.map(({ id }) => id)}::bigint[]) or (v.post_id, v.number) in (
        select id, head_version from posts where head_version <> live_version))`.execute(trx);
  return moved;
}

/** Counts posts that name an author, now or with their next publication, up to `cap`. */
export async function countPostsOfAuthor(trx: Trx, authorId: string, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from posts where ${ofAuthor(authorId)}
      union all
      select from posts where ${ofCoAuthor(authorId)}
      union all
      select from posts p join post_versions v on v.post_id = p.id and v.number = p.head_version
        where p.head_version <> p.live_version and p.author_id <> ${authorId} and not ${authorId}::bigint = any(p.co_author_ids)
          and (v.content ->> 'authorId' = ${authorId} or v.content -> 'coAuthorIds' ? ${authorId})
      limit ${sql.lit(cap)}) named`.execute(trx);
  return rows[0]?.count ?? 0;
}

type CountsRow = { column_id: string; state: string; count: number };

/** Counts each column's posts by state: the published from post_totals, the few others from posts_unpublished. */
export async function countPostsByColumn(db: Database | Trx): Promise<CountsRow[]> {
  const { rows } = await sql<CountsRow>`
    select key column_id, 'published' state, published count from post_totals where scope = 'column' and published > 0
    union all
    select column_id::text, state, count(*)::int from posts where state <> 'published' group by column_id, state`.execute(
    db,
  );
  return rows;
}

type MovedRow = { id: string; kind: string; column_id: string; author_id: string };

/** Moves a column's posts into another column; posts that inherit their access take the new column's. */
export async function movePostsToColumn(
  trx: Trx,
  from: string,
  into: { id: string; access: string },
): Promise<MovedRow[]> {
  const { rows } = await sql<MovedRow>`
    update posts set column_id = ${into.id}, access = coalesce(own_access, ${into.access})
    where column_id = ${from} returning id, kind, column_id, author_id`.execute(trx);
  return rows;
}

/** Updates other references to a post's column: list labels, sums of rankings and versions. */
export async function moveColumnReferences(
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
  // A saved, unpublished version may move a post of another column into this one.
  await sql`
    update post_versions v set content = jsonb_set(v.content, '{columnId}', to_jsonb(${into}::text))
    where v.content ->> 'columnId' = ${from} and (
      v.post_id = any(${ids}::bigint[]) or (v.post_id, v.number) in (
        select id, head_version from posts where head_version <> live_version))`.execute(trx);
}

/** Counts the published posts with one of these tags; served by post_labels_newest. */
export async function countTaggedPosts(db: Database | Trx, names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from post_labels where type = 'tag' and label = any(${names}::text[])`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Locks posts in any state that have one of these tags, or whose saved version has it. Published posts are found by
 * their labels, the few others by posts_unpublished and posts_with_saved_version. In order of their ids, as every change
 * of several posts locks them.
 */
export async function lockTaggedPosts(
  trx: Trx,
  names: readonly string[],
  limit: number,
): Promise<PostRefRow[]> {
  const has = sql`${names}::text[]`;
  const { rows } = await sql<PostRefRow>`
    with found as materialized (
      (select post_id id from post_labels where type = 'tag' and label = any(${has}) limit ${sql.lit(limit)})
      union all
      (select id from posts where state <> 'published' and tags && ${has} limit ${sql.lit(limit)})
      union all
      (select p.id from posts p join post_versions v on v.post_id = p.id and v.number = p.head_version
        where p.head_version <> p.live_version and v.content -> 'tags' ?| ${has} limit ${sql.lit(limit)})
      limit ${sql.lit(limit)}
    )
    select id, kind, column_id, author_id from posts where id in (select id from found)
    order by id for update`.execute(trx);
  return rows;
}

/**
 * Writes the tags of these posts and of their live and newest versions again: triggers replace the names that tag_names
 * lists. The labels are written separately.
 */
export async function rewriteTags(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`update posts set tags = tags where id = any(${ids}::bigint[])`.execute(trx);
  await sql`
    update post_versions v set content = v.content from posts p
    where p.id = any(${ids}::bigint[]) and v.post_id = p.id and v.number in (p.head_version, p.live_version)`.execute(
    trx,
  );
}
