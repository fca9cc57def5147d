import type { Database, Trx } from '#kernel/context.ts';

/** What those who talk about a piece need of it, whatever its state and kind. */
export const findTalkedAbout = (db: Database | Trx, id: string) =>
  db
    .selectFrom('posts as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .leftJoin('post_counters as c', 'c.post_id', 'p.id')
    .select([
      'p.id',
      'p.kind',
      'p.column_id',
      'p.title',
      'p.access',
      'p.vip_free',
      'p.state',
      'p.comments_closed',
      'a.member_id as author_member_id',
      'c.comments',
    ])
    .where('p.id', '=', id)
    .executeTakeFirst();

export const lockTalk = (trx: Trx, id: string) =>
  trx.selectFrom('posts').select('comments_closed').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function updateTalk(trx: Trx, id: string, isClosed: boolean): Promise<void> {
  await trx.updateTable('posts').set({ comments_closed: isClosed }).where('id', '=', id).execute();
}
