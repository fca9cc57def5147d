import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { hasDueRows } from '#kernel/db/queue.ts';

export type Fanout = { id: string; kind: string; target_id: string; last_member_id: string };

/** Queues a fan-out; one that is already queued is left unchanged. */
export async function insertFanout(trx: Trx, kind: string, targetId: string): Promise<void> {
  await trx
    .insertInto('notice_fanouts')
    .values({ kind, target_id: targetId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Queues a fan-out for each post of which an author has followers. */
export async function insertFollowedFanouts(trx: Trx, postIds: readonly string[]): Promise<void> {
  await sql`
    insert into notice_fanouts (kind, target_id)
    select 'followed', p.id from posts p
    where p.id = any(${postIds}::bigint[])
      and exists (select from follows f where f.author_id = any(array_prepend(p.author_id, p.co_author_ids)))
    order by p.id
    on conflict (kind, target_id) do nothing`.execute(trx);
}

/**
 * Queues a fan-out for each post that names a watched security: important news, and articles and references of any
 * importance.
 */
export async function insertWatchedFanouts(trx: Trx, postIds: readonly string[]): Promise<void> {
  await sql`
    insert into notice_fanouts (kind, target_id)
    select 'watched', p.id from posts p
    where p.id = any(${postIds}::bigint[]) and (p.kind <> 'news' or p.important)
      and exists (select from watched_stocks w where w.code = any(p.stock_codes))
    order by p.id
    on conflict (kind, target_id) do nothing`.execute(trx);
}

/** Whether `claimFanout` may find anything. */
export const hasFanouts = (db: Database): Promise<boolean> =>
  hasDueRows(db, { table: 'notice_fanouts', isDue: sql`true` });

/** Locks the oldest fan-out that no other process holds until the end of the transaction. */
export function claimFanout(trx: Trx): Promise<Fanout | undefined> {
  return trx
    .selectFrom('notice_fanouts')
    .select(['id', 'kind', 'target_id', 'last_member_id'])
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function advanceFanout(trx: Trx, id: string, lastMemberId: string): Promise<void> {
  await trx
    .updateTable('notice_fanouts')
    .set({ last_member_id: lastMemberId })
    .where('id', '=', id)
    .execute();
}

export async function deleteFanout(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('notice_fanouts').where('id', '=', id).execute();
}

export type NewPostRow = {
  id: string;
  kind: string;
  column_id: string;
  title: string;
  author_ids: string[];
  /** In the order of the byline. */
  author_names: string[];
};

/** Finds a post for its notice; undefined if it is no longer published. */
export async function findNewPost(trx: Trx, id: string): Promise<NewPostRow | undefined> {
  const { rows } = await sql<NewPostRow>`
    select p.id, p.kind, p.column_id, p.title, array_agg(a.id::text order by place) author_ids,
      array_agg(a.name order by place) author_names
    from posts p cross join unnest(array_prepend(p.author_id, p.co_author_ids)) with ordinality named(id, place)
    join authors a on a.id = named.id
    where p.id = ${id} and p.state = 'published' group by p.id`.execute(trx);
  return rows[0];
}

export type AnnouncementRow = { id: string; title: string; link: string; created_at: Date };

export async function findAnnouncement(trx: Trx, id: string): Promise<AnnouncementRow | undefined> {
  return trx
    .selectFrom('announcements')
    .select(['id', 'title', 'link', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Lists the next followers of any of these authors, each once: the heads of each author's, by follows_of_author. */
export async function listFollowers(
  trx: Trx,
  authorIds: readonly string[],
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select head.member_id
    from unnest(${authorIds}::bigint[]) author(id) cross join lateral (
      select f.member_id from follows f where f.author_id = author.id and f.member_id > ${after}
      order by f.member_id limit ${sql.lit(limit)}
    ) head
    group by head.member_id order by head.member_id limit ${sql.lit(limit)}`.execute(trx);
  return rows.map(({ member_id }) => member_id);
}

/** A member with the codes of a post that they watch. */
export type WatcherRow = { member_id: string; codes: string[] };

/**
 * Lists the next members who watch a security that a post names: the heads of each code's members, by
 * watched_stocks_of_code.
 */
export async function listWatchers(
  trx: Trx,
  postId: string,
  after: string,
  limit: number,
): Promise<WatcherRow[]> {
  const { rows } = await sql<WatcherRow>`
    select head.member_id, array_agg(head.code order by head.code) codes
    from posts p cross join unnest(p.stock_codes) named(code) cross join lateral (
      select w.member_id, w.code from watched_stocks w
      where w.code = named.code and w.member_id > ${after}
      order by w.member_id limit ${sql.lit(limit)}
    ) head
    where p.id = ${postId}
    group by head.member_id order by head.member_id limit ${sql.lit(limit)}`.execute(trx);
  return rows;
}

/** Lists the next members who had registered when an announcement was sent. */
export async function listMembers(trx: Trx, until: Date, after: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('members')
    .select('id')
    .where('id', '>', after)
    .where('created_at', '<=', until)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
