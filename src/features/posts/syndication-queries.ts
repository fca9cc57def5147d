import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

/** The bodies of these pieces, whole and as far as anyone may read; by id. */
export async function findBodies(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, { html: string; open_html: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('post_bodies')
    .select(['post_id', 'html', 'open_html'])
    .where('post_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ post_id, ...body }) => [post_id, body]));
}

export type AddressRow = { id: string; column_id: string; updated_at: Date };

/** The published pieces of some columns among the ids from `from` up to before `to`; by the primary key. */
export async function listAddresses(
  db: Database,
  columnIds: readonly string[],
  from: number,
  to: number,
): Promise<AddressRow[]> {
  if (columnIds.length === 0) return [];
  const { rows } = await sql<AddressRow>`
    select id, column_id, updated_at from posts
    where id >= ${from} and id < ${to} and state = 'published' and column_id = any(${columnIds}::bigint[])
    order by id`.execute(db);
  return rows;
}

/** The smallest and the largest id of all pieces; null while there are none. */
export async function findIdRange(db: Database): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select (select id from posts order by id limit 1) first, (select id from posts order by id desc limit 1) last`.execute(
    db,
  );
  const { first, last } = rows[0] ?? {};
  return first && last ? { first: Number(first), last: Number(last) } : null;
}
