import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { hasDueRows } from '#kernel/db/queue.ts';

export type Fanout = { id: string; kind: string; target_id: string; last_member_id: string };

/** Queues the telling of many; what is queued already stays where it is. */
export async function insertFanout(
  trx: Trx,
  kind: 'announcement' | 'season-begun' | 'season-ended',
  targetId: string,
): Promise<void> {
  await trx
    .insertInto('notice_fanouts')
    .values({ kind, target_id: targetId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Queues pieces whose authors have followers, from the first follower on. */
export async function insertFollowedFanouts(
  trx: Trx,
  posts: readonly { id: string; authorId: string }[],
): Promise<void> {
  await sql`
    insert into notice_fanouts (kind, target_id)
    select 'followed', p.id
    from unnest(${posts.map(({ id }) => id)}::bigint[], ${posts.map(({ authorId }) => authorId)}::bigint[])
      p(id, author_id)
    where exists (select from follows f where f.author_id = p.author_id)
    order by p.id
    on conflict (kind, target_id) do nothing`.execute(trx);
}

/** Whether `lockFanout` may find anything. */
export const hasFanouts = (db: Database): Promise<boolean> =>
  hasDueRows(db, { table: 'notice_fanouts', isDue: sql`true` });

/** The oldest telling that nobody else is at, locked until the transaction ends. */
export function lockFanout(trx: Trx): Promise<Fanout | undefined> {
  return trx
    .selectFrom('notice_fanouts')
    .select(['id', 'kind', 'target_id', 'last_member_id'])
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function moveFanout(trx: Trx, id: string, lastMemberId: string): Promise<void> {
  await trx
    .updateTable('notice_fanouts')
    .set({ last_member_id: lastMemberId })
    .where('id', '=', id)
    .execute();
}

export async function deleteFanout(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('notice_fanouts').where('id', '=', id).execute();
}

export type NewPiece = {
  id: string;
  kind: string;
  column_id: string;
  title: string;
  author_id: string;
  author_name: string;
};

/** A piece as its followers are told of it; undefined when it is not out any more. */
export async function findNewPiece(trx: Trx, id: string): Promise<NewPiece | undefined> {
  return trx
    .selectFrom('posts as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .select(['p.id', 'p.kind', 'p.column_id', 'p.title', 'p.author_id', 'a.name as author_name'])
    .where('p.id', '=', id)
    .where('p.state', '=', 'published')
    .executeTakeFirst();
}

export type AnnouncementRow = { id: string; title: string; link: string; created_at: Date };

export async function findAnnouncement(trx: Trx, id: string): Promise<AnnouncementRow | undefined> {
  return trx
    .selectFrom('announcements')
    .select(['id', 'title', 'link', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The next followers of an author; served by follows_of_author. */
export async function listFollowers(
  trx: Trx,
  authorId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('follows')
    .select('member_id')
    .where('author_id', '=', authorId)
    .where('member_id', '>', after)
    .orderBy('member_id')
    .limit(limit)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** The next members who were there when something was announced. */
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
