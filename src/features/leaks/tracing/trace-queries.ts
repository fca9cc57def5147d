import type { Database } from '#kernel/context.ts';

/** Returns a reader's name; undefined if there is no such member. */
export async function findReaderName(db: Database, memberId: string): Promise<string | undefined> {
  const row = await db.selectFrom('members').select('name').where('id', '=', memberId).executeTakeFirst();
  return row?.name;
}

export type ReaderRow = { id: string; name: string; deleted_at: Date | null };

/** Returns those of the members that exist, deleted ones included. */
export function findReaders(db: Database, ids: readonly string[]): Promise<ReaderRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('members').select(['id', 'name', 'deleted_at']).where('id', 'in', ids).execute();
}

/** Returns titles and full bodies of posts in any state. */
export function findPosts(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; title: string; html: string }[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('posts as p')
    .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
    .select(['p.id', 'p.title', 'b.html'])
    .where('p.id', 'in', ids)
    .execute();
}
