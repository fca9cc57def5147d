import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** A range of a newest-first list: after a record's id, or after a number of rows. */
export type PageRange = { limit: number; after?: string | undefined; offset?: number | undefined };

export type CollectRow = { id: string; post_id: string; title: string; state: string; created_at: Date };

/**
 * Selects the member `m` unless the account was deleted. A concurrent request waits for the deletion, checks again and
 * finds no member, so it leaves no rows behind.
 */
const presentMember = (memberId: string) =>
  sql`(select id from members where id = ${memberId} and deleted_at is null for key share) m`;

/** The kinds of posts on each shelf of a member's favourites; `collects.kind` names the shelf. */
const postKindsByCollectKind: Readonly<Record<string, readonly string[]>> = {
  news: ['news'],
  article: ['article', 'reference'],
};

/**
 * Records that a member collected a published post of this shelf's kinds. The unique key allows one record per member
 * and post; a repeated call returns the id of the existing record.
 * @returns the record's id, or undefined if there is no such post
 */
export async function insertCollect(
  trx: Trx,
  memberId: string,
  kind: string,
  postId: string,
): Promise<string | undefined> {
  // `do update` instead of `do nothing` waits for a concurrent delete and then inserts, and it returns the id in either
  // case. The totals' trigger sees only inserted rows.
  const { rows } = await sql<{ id: string }>`
    insert into collects (member_id, post_id, kind)
    select m.id, p.id, ${kind} from posts p, ${presentMember(memberId)}
    where p.id = ${postId} and p.kind = any(${postKindsByCollectKind[kind] ?? []}::text[]) and p.state = 'published'
    on conflict (member_id, post_id) do update set kind = excluded.kind
    returning id`.execute(trx);
  return rows[0]?.id;
}

/** Deletes a member's own record; ignores another member's. */
export async function deleteCollect(trx: Trx, memberId: string, kind: string, id: string): Promise<void> {
  await trx
    .deleteFrom('collects')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .execute();
}

/** Records that a member follows an author, like `insertCollect`. */
export async function insertFollow(
  trx: Trx,
  memberId: string,
  authorId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into follows (member_id, author_id)
    select m.id, a.id from authors a, ${presentMember(memberId)} where a.id = ${authorId}
    on conflict (member_id, author_id) do update set author_id = excluded.author_id
    returning id`.execute(trx);
  return rows[0]?.id;
}

/**
 * Moves one author's followers to another; those who follow both keep one record. A trigger updates the stored totals.
 */
export async function moveFollows(trx: Trx, from: string, into: string): Promise<void> {
  await sql`insert into follows (member_id, author_id, created_at)
    select member_id, ${into}, created_at from follows where author_id = ${from} order by member_id
    on conflict (member_id, author_id) do nothing`.execute(trx);
  await trx.deleteFrom('follows').where('author_id', '=', from).execute();
}

export async function deleteFollow(trx: Trx, memberId: string, authorId: string): Promise<void> {
  await trx
    .deleteFrom('follows')
    .where('member_id', '=', memberId)
    .where('author_id', '=', authorId)
    .execute();
}

/** Lists a shelf of a member's collects, newest first; served by collects_of_member. `keyword` is part of the title. */
export async function listCollects(
  db: Database,
  memberId: string,
  kind: string,
  keyword: string | undefined,
  { limit, after, offset = 0 }: PageRange,
): Promise<CollectRow[]> {
  const { rows } = await sql<CollectRow>`
    select k.id, k.post_id, k.created_at, p.title, p.state
    from collects k join posts p on p.id = k.post_id
    where k.member_id = ${memberId} and k.kind = ${kind} ${titleContains(keyword)}
      ${after === undefined ? sql`` : sql`and k.id < ${after}`}
    order by k.id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows;
}

/** Counts the collects of a shelf, up to `cap` + 1. */
export async function countCollects(
  db: Database,
  memberId: string,
  kind: string,
  keyword: string | undefined,
  cap: number,
): Promise<number> {
  // Titles are joined only if a keyword requires them.
  const source =
    keyword === undefined
      ? sql`from collects k where`
      : sql`from collects k join posts p on p.id = k.post_id where`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select ${source} k.member_id = ${memberId} and k.kind = ${kind} ${titleContains(keyword)} limit ${sql.lit(cap + 1)}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Compares titles regardless of width and case; escapes the wildcards of the pattern. */
function titleContains(keyword: string | undefined) {
  if (keyword === undefined) return sql``;
  const pattern = `%${keyword.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql`and normalize(p.title, NFKC) ilike normalize(${pattern}, NFKC)`;
}

export type FollowRow = {
  id: string;
  created_at: Date;
  author_id: string;
  name: string;
  title: string;
  avatar: string | null;
  posts: number;
  followers: number;
  newest: string[];
};

const kinds = sql.raw(`(values ('news'), ('article'), ('reference')) kinds(kind)`);

/** Lists the authors a member follows, newest first, each with stored counts and the ids of their newest posts. */
export async function listFollows(
  db: Database,
  memberId: string,
  newest: number,
  { limit, after, offset = 0 }: PageRange,
): Promise<FollowRow[]> {
  const { rows } = await sql<FollowRow>`
    with page as (
      select id, author_id, created_at from follows
      where member_id = ${memberId} ${after === undefined ? sql`` : sql`and id < ${after}`}
      order by id desc limit ${sql.lit(limit)} offset ${offset}
    )
    select page.id, page.created_at, a.id author_id, a.name, a.title, a.avatar,
      coalesce((select sum(published) from ${kinds} join post_totals t
        on t.scope = 'author' and t.key = a.id::text || '/' || kinds.kind), 0)::int posts,
      coalesce((select total from collection_totals where scope = 'author' and target_id = a.id), 0) followers,
      array(
        select newest.id::text from ${kinds} cross join lateral (
          (select id, published_at from posts p
            where p.author_id = a.id and p.kind = kinds.kind and p.state = 'published'
            order by published_at desc, id desc limit ${sql.lit(newest)})
          union all
          (select post_id, published_at from post_labels l
            where l.type = 'author' and l.label = a.id::text and l.kind = kinds.kind
            order by published_at desc, post_id desc limit ${sql.lit(newest)})
        ) newest order by newest.published_at desc, newest.id desc limit ${sql.lit(newest)}
      ) newest
    from page join authors a on a.id = page.author_id order by page.id desc`.execute(db);
  return rows;
}

export async function countFollows(db: Database, memberId: string, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from follows where member_id = ${memberId} limit ${sql.lit(cap + 1)}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A keyset of the feed or the history. */
export type PageAnchor = { at: Date; id: string };

/**
 * Lists the newest posts of all authors a member follows by merging the heads of each author's lists (posts_of_author
 * and post_labels_newest, index-only). A post of several of them appears once.
 */
export async function listFeed(
  db: Database,
  memberId: string,
  {
    limit,
    after,
    offset = 0,
  }: { limit: number; after?: PageAnchor | undefined; offset?: number | undefined },
): Promise<{ id: string; published_at: Date }[]> {
  const isAfterAnchor = (id: string) =>
    after ? sql`and (published_at, ${sql.ref(id)}) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``;
  const { rows } = await sql<{ id: string; published_at: Date }>`
    select head.id, head.published_at
    from follows f cross join ${kinds} cross join lateral (
      (select id, published_at from posts p
        where p.author_id = f.author_id and p.kind = kinds.kind and p.state = 'published' ${isAfterAnchor('id')}
        order by published_at desc, id desc limit ${offset + limit})
      union all
      (select post_id, published_at from post_labels l
        where l.type = 'author' and l.label = f.author_id::text and l.kind = kinds.kind ${isAfterAnchor('post_id')}
        order by published_at desc, post_id desc limit ${offset + limit})
    ) head
    where f.member_id = ${memberId}
    group by head.id, head.published_at
    order by head.published_at desc, head.id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows;
}

/** Counts the published posts of all authors a member follows, from the stored totals. */
export async function countFeed(db: Database, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(t.published), 0)::int count
    from follows f cross join ${kinds} join post_totals t
      on t.scope = 'author' and t.key = f.author_id::text || '/' || kinds.kind
    where f.member_id = ${memberId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Records who opened which post, once per member and post with the latest time. Locks rows in the order of the key, so
 * two processes cannot deadlock; skips deleted members and posts.
 */
export async function upsertReadings(
  trx: Trx,
  memberIds: readonly string[],
  postIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    with present as (
      select id from members where id = any(${memberIds}::bigint[]) and deleted_at is null order by id for key share
    )
    insert into reading_history (member_id, post_id, read_at)
    select distinct on (member_id, post_id) member_id, post_id, ${at}::timestamptz
    from unnest(${memberIds}::bigint[], ${postIds}::bigint[]) r(member_id, post_id)
      join present m on m.id = member_id join posts p on p.id = post_id
    order by member_id, post_id
    on conflict (member_id, post_id) do update set read_at = greatest(reading_history.read_at, excluded.read_at)`.execute(
    trx,
  );
}

/**
 * Sets how far a member has read a post. Only posts of the history have a position, so a deleted record stays deleted
 * and the number of rows does not grow.
 */
export async function updatePosition(
  trx: Trx,
  memberId: string,
  postId: string,
  position: number,
): Promise<void> {
  await trx
    .updateTable('reading_history')
    .set({ position })
    .where('member_id', '=', memberId)
    .where('post_id', '=', postId)
    .execute();
}

export async function findPosition(db: Database, memberId: string, postId: string): Promise<number> {
  const row = await db
    .selectFrom('reading_history')
    .select('position')
    .where('member_id', '=', memberId)
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row?.position ?? 0;
}

/** Lists the published posts a member opened, the last first; served by reading_history_newest. */
export async function listReadings(
  db: Database,
  memberId: string,
  {
    limit,
    after,
    offset = 0,
  }: { limit: number; after?: PageAnchor | undefined; offset?: number | undefined },
): Promise<{ post_id: string; read_at: Date }[]> {
  const isAfterAnchor = after
    ? sql`and (h.read_at, h.post_id) < (${after.at}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<{ post_id: string; read_at: Date }>`
    select h.post_id, h.read_at from reading_history h join posts p on p.id = h.post_id
    where h.member_id = ${memberId} and p.state = 'published' ${isAfterAnchor}
    order by h.read_at desc, h.post_id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows;
}

export async function countReadings(db: Database, memberId: string, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from reading_history h join posts p on p.id = h.post_id
      where h.member_id = ${memberId} and p.state = 'published' limit ${sql.lit(cap + 1)}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes one post from the history, or without `postId` the whole history. */
export async function deleteReadings(trx: Trx, memberId: string, postId?: string): Promise<void> {
  await trx
    .deleteFrom('reading_history')
    .where('member_id', '=', memberId)
    .$if(postId !== undefined, (rows) => rows.where('post_id', '=', postId ?? ''))
    .execute();
}

/** Deletes everything of a member permanently. */
export async function deleteAllOfMember(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('collects').where('member_id', '=', memberId).execute();
  await trx.deleteFrom('follows').where('member_id', '=', memberId).execute();
  await deleteReadings(trx, memberId);
}

/** Lists a member's collects for the copy of personal data. */
export async function exportCollects(db: Database, memberId: string, after: string, limit: number) {
  const { rows } = await sql<{ id: string; post_id: string; kind: string; title: string; created_at: Date }>`
    select k.id, k.post_id, p.kind, p.title, k.created_at from collects k join posts p on p.id = k.post_id
    where k.member_id = ${memberId} and k.id > ${after} order by k.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function exportFollows(db: Database, memberId: string, after: string, limit: number) {
  const { rows } = await sql<{ id: string; author_id: string; name: string; created_at: Date }>`
    select f.id, f.author_id, a.name, f.created_at from follows f join authors a on a.id = f.author_id
    where f.member_id = ${memberId} and f.id > ${after} order by f.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function exportReadings(db: Database, memberId: string, after: string, limit: number) {
  const { rows } = await sql<{ post_id: string; title: string; read_at: Date; position: number }>`
    select h.post_id, p.title, h.read_at, h.position from reading_history h join posts p on p.id = h.post_id
    where h.member_id = ${memberId} and h.post_id > ${after} order by h.post_id limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows;
}

/** Lists members who opened a post in order of id, after `after`; served by reading_history_of_post. */
export async function listReaders(db: Database, postId: string, after: string, limit: number) {
  const { rows } = await sql<{ member_id: string; read_at: Date }>`
    select member_id, read_at from reading_history
    where post_id = ${postId} and member_id > ${after} order by member_id limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows;
}
