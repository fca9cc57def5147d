import type { Database, Trx } from '#kernel/context.ts';

/** A piece as whoever sells it has to know it. */
export async function findPiece(db: Database | Trx, id: string) {
  return db
    .selectFrom('posts as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .select([
      'p.id',
      'p.kind',
      'p.title',
      'p.column_id',
      'p.author_id',
      'a.member_id as author_member_id',
      'p.access',
      'p.price',
      'p.vip_price',
      'p.vip_free',
      'p.state',
    ])
    .where('p.id', '=', id)
    .executeTakeFirst();
}
