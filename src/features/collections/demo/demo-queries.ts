import { sql } from 'kysely';
import type { Trx } from '#kernel/context.ts';

export type DemoCollection = { memberId: string; targetId: string; at: Date };

/** Adds follows of authors in the given order, unless there are any. */
export async function insertDemoFollows(trx: Trx, follows: readonly DemoCollection[]): Promise<void> {
  await sql`
    insert into follows (member_id, author_id, created_at)
    select c.member_id, c.target_id, c.at from ${rowsOf(follows)}
    where not exists (select from follows) order by c.place`.execute(trx);
}

/** Adds collects of posts in the given order, unless there are any. */
export async function insertDemoCollects(trx: Trx, collects: readonly DemoCollection[]): Promise<void> {
  await sql`
    insert into collects (member_id, post_id, created_at, kind)
    select c.member_id, c.target_id, c.at, case p.kind when 'news' then 'news' else 'article' end
    from ${rowsOf(collects)} join posts p on p.id = c.target_id
    where not exists (select from collects) order by c.place`.execute(trx);
}

const rowsOf = (collections: readonly DemoCollection[]) => sql`
  unnest(${collections.map(({ memberId }) => memberId)}::bigint[],
    ${collections.map(({ targetId }) => targetId)}::bigint[], ${collections.map(({ at }) => at)}::timestamptz[])
    with ordinality c(member_id, target_id, at, place)`;
