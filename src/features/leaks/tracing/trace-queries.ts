import type { Database } from '#kernel/context.ts';

/** What a reader is called; undefined where there is no such member. */
export async function findReaderName(db: Database, memberId: string): Promise<string | undefined> {
  const row = await db.selectFrom('members').select('name').where('id', '=', memberId).executeTakeFirst();
  return row?.name;
}

export type ReaderRow = { id: string; name: string; deleted_at: Date | null };

/** Those of these members that there are, the deleted among them. */
export function findReaders(db: Database, ids: readonly string[]): Promise<ReaderRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('members').select(['id', 'name', 'deleted_at']).where('id', 'in', ids).execute();
}

/** Titles and whole bodies of pieces, whatever their state. */
export function findPieces(
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
