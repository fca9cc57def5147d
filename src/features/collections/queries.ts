import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** Part of a newest-first list: after a record's id, or after so many rows. */
export type Part = { limit: number; after?: string | undefined; offset?: number | undefined };

export type CollectRow = { id: string; post_id: string; title: string; state: string; created_at: Date };

/**
 * The member `m`, unless their account was deleted: a request that was under way meanwhile waits for that, looks
 * again and finds nobody, so that it leaves nothing behind.
 */
const present = (memberId: string) =>
  sql`(select id from members where id = ${memberId} and deleted_at is null for key share) m`;

/** The kinds of pieces on each shelf of a member's favourites; `collects.kind` names the shelf. */
const shelves: Readonly<Record<string, readonly string[]>> = {
  news: ['news'],
  article: ['article', 'reference'],
};

/**
 * Notes that a member collected a published piece of this shelf's kinds. Once a member and piece: the unique key
 * decides, and whoever comes second is answered the first one's id.
 * @returns the record's id, or undefined where there is no such piece
 */
export async function insertCollect(
  trx: Trx,
  memberId: string,
  shelf: string,
  postId: string,
): Promise<string | undefined> {
  // `do update` rather than `do nothing`: it waits for a delete that is under way and then inserts, and it answers
  // the id in either case. The totals' trigger sees inserted rows alone.
  const { rows } = await sql<{ id: string }>`
    insert into collects (member_id, post_id, kind)
    select m.id, p.id, ${shelf} from posts p, ${present(memberId)}
    where p.id = ${postId} and p.kind = any(${shelves[shelf] ?? []}::text[]) and p.state = 'published'
    on conflict (member_id, post_id) do update set kind = excluded.kind
    returning id`.execute(trx);
  return rows[0]?.id;
}

/** Drops a member's own record; another's is left alone. */
export async function deleteCollect(trx: Trx, memberId: string, shelf: string, id: string): Promise<void> {
  await trx
    .deleteFrom('collects')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('kind', '=', shelf)
    .execute();
}

/** As `insertCollect`, for an author. */
export async function insertFollow(
  trx: Trx,
  memberId: string,
  authorId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into follows (member_id, author_id)
    select m.id, a.id from authors a, ${present(memberId)} where a.id = ${authorId}
    on conflict (member_id, author_id) do update set author_id = excluded.author_id
    returning id`.execute(trx);
  return rows[0]?.id;
}

/** Gives one author's followers to another; who follows both keeps one. The kept totals follow by trigger. */
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

/** A shelf of a member's collects, the last first; served by collects_of_member. `keyword` is a part of the title. */
export async function listCollects(
  db: Database,
  memberId: string,
  shelf: string,
  keyword: string | undefined,
  { limit, after, offset = 0 }: Part,
): Promise<CollectRow[]> {
  const { rows } = await sql<CollectRow>`
    select k.id, k.post_id, k.created_at, p.title, p.state
    from collects k join posts p on p.id = k.post_id
    where k.member_id = ${memberId} and k.kind = ${shelf} ${titled(keyword)}
      ${after === undefined ? sql`` : sql`and k.id < ${after}`}
    order by k.id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows;
}

/** How many there are, counted no further than `cap` + 1. */
export async function countCollects(
  db: Database,
  memberId: string,
  shelf: string,
  keyword: string | undefined,
  cap: number,
): Promise<number> {
  // Titles are looked up only where they are asked for.
  const source =
    keyword === undefined
      ? sql`from collects k where`
      : sql`from collects k join posts p on p.id = k.post_id where`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select ${source} k.member_id = ${memberId} and k.kind = ${shelf} ${titled(keyword)} limit ${sql.lit(cap + 1)}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Full and half width are one, upper and lower case too; the pattern's own characters mean themselves. */
function titled(keyword: string | undefined) {
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

/** Whom a member follows, the last first, each with kept counts and the ids of their newest pieces. */
export async function listFollows(
  db: Database,
  memberId: string,
  newest: number,
  { limit, after, offset = 0 }: Part,
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
          select id, published_at from posts p
          where p.author_id = a.id and p.kind = kinds.kind and p.state = 'published'
          order by published_at desc, id desc limit ${sql.lit(newest)}
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

/** A place in the feed or the history. */
export type Place = { at: Date; id: string };

/**
 * The newest pieces of everyone a member follows: the head of each author's own list (posts_of_author, from the
 * index alone), merged.
 */
export async function listFeed(
  db: Database,
  memberId: string,
  { limit, after, offset = 0 }: { limit: number; after?: Place | undefined; offset?: number | undefined },
): Promise<{ id: string; published_at: Date }[]> {
  const place = after ? sql`and (published_at, id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``;
  const { rows } = await sql<{ id: string; published_at: Date }>`
    select head.id, head.published_at
    from follows f cross join ${kinds} cross join lateral (
      select id, published_at from posts p
      where p.author_id = f.author_id and p.kind = kinds.kind and p.state = 'published' ${place}
      order by published_at desc, id desc limit ${offset + limit}
    ) head
    where f.member_id = ${memberId}
    order by head.published_at desc, head.id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows;
}

/** All published pieces of everyone a member follows, from the kept totals. */
export async function countFeed(db: Database, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(t.published), 0)::int count
    from follows f cross join ${kinds} join post_totals t
      on t.scope = 'author' and t.key = f.author_id::text || '/' || kinds.kind
    where f.member_id = ${memberId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Notes who opened what, once a member and piece, the last time counting. Rows are touched in the order of the key,
 * so two processes cannot wait for each other; whoever or whatever is gone by now is left out.
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

/** What a member opened and is still out, the last first; served by reading_history_newest. */
export async function listReadings(
  db: Database,
  memberId: string,
  { limit, after, offset = 0 }: { limit: number; after?: Place | undefined; offset?: number | undefined },
): Promise<{ post_id: string; read_at: Date }[]> {
  const place = after
    ? sql`and (h.read_at, h.post_id) < (${after.at}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<{ post_id: string; read_at: Date }>`
    select h.post_id, h.read_at from reading_history h join posts p on p.id = h.post_id
    where h.member_id = ${memberId} and p.state = 'published' ${place}
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

/** Forgets one piece, or without `postId` the whole history. */
export async function deleteReadings(trx: Trx, memberId: string, postId?: string): Promise<void> {
  await trx
    .deleteFrom('reading_history')
    .where('member_id', '=', memberId)
    .$if(postId !== undefined, (rows) => rows.where('post_id', '=', postId ?? ''))
    .execute();
}

/** Everything a member kept, for good. */
export async function deleteAllOf(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('collects').where('member_id', '=', memberId).execute();
  await trx.deleteFrom('follows').where('member_id', '=', memberId).execute();
  await deleteReadings(trx, memberId);
}

/** For a member's own copy of their data. */
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
  const { rows } = await sql<{ post_id: string; title: string; read_at: Date }>`
    select h.post_id, p.title, h.read_at from reading_history h join posts p on p.id = h.post_id
    where h.member_id = ${memberId} and h.post_id > ${after} order by h.post_id limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows;
}

/** Members who opened a piece, in order, after the one with id `after`; served by reading_history_of_post. */
export async function listReaders(db: Database, postId: string, after: string, limit: number) {
  const { rows } = await sql<{ member_id: string; read_at: Date }>`
    select member_id, read_at from reading_history
    where post_id = ${postId} and member_id > ${after} order by member_id limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows;
}
