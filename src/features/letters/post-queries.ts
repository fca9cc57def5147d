import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

/** Lists the posts of a letter in their order, in any state. */
export async function listPostStates(db: Database, ids: readonly string[]) {
  type Row = { id: string; title: string; column_id: string; state: string };
  const { rows } = await sql<Row>`
    select p.id, p.title, p.column_id, p.state
    from unnest(${ids}::bigint[]) with ordinality chosen(id, place) join posts p on p.id = chosen.id
    order by place`.execute(db);
  return rows;
}

/** Lists the newest posts of some columns that were published after `since`; reads each column's list by its index. */
export async function listNewPosts(
  db: Database,
  columnIds: readonly string[],
  { since, until }: { since: Date; until: Date },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from unnest(${columnIds}::bigint[]) c(id) cross join lateral (
      select id, published_at from posts
      where column_id = c.id and state = 'published' and published_at > ${since} and published_at <= ${until}
      order by published_at desc, id desc limit ${sql.lit(limit)}
    ) p order by p.published_at desc, p.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows.map(({ id }) => id);
}
