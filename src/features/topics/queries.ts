import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

const columns = ['id', 'version', 'title', 'slug', 'introduction', 'cover', 'is_open', 'updated_at'] as const;

/** Lists all topics, the last changed first, with their number of posts in any state. */
export const listTopicRows = (db: Database) =>
  db
    .selectFrom('topics as t')
    .select(columns)
    .select(({ selectFrom }) =>
      selectFrom('topic_posts as p')
        .whereRef('p.topic_id', '=', 't.id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('posts'),
    )
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute();

export type TopicRow = Awaited<ReturnType<typeof listTopicRows>>[number];

/** Lists the open topics that have published posts, with their ids in order, the last changed topic first. */
export async function listOpenTopics(db: Database) {
  type Row = {
    id: string;
    slug: string;
    title: string;
    introduction: string;
    cover: string | null;
    post_ids: string[];
  };
  const { rows } = await sql<Row>`
    select t.id, t.slug, t.title, t.introduction, t.cover,
      array_agg(p.id::text order by tp.position) post_ids
    from topics t join topic_posts tp on tp.topic_id = t.id
      join posts p on p.id = tp.post_id and p.state = 'published'
    where t.is_open group by t.id order by t.updated_at desc, t.id desc`.execute(db);
  return rows;
}

export const findTopic = (db: Database, id: string) =>
  db.selectFrom('topics').select(columns).where('id', '=', id).executeTakeFirst();

/** Returns the titles of topics by id. */
export async function findTopicTitles(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('topics').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Lists the posts of a topic in their order, whatever their state. */
export const listTopicPosts = (db: Database, id: string) =>
  db
    .selectFrom('topic_posts as t')
    .innerJoin('posts as p', 'p.id', 't.post_id')
    .select(['p.id', 'p.title', 'p.column_id', 'p.state'])
    .where('t.topic_id', '=', id)
    .orderBy('t.position')
    .execute();

/** Serialises the creation of topics, so that their number has a limit. */
export async function lockTopics(trx: Trx): Promise<number> {
  await sql`lock table topics in share row exclusive mode`.execute(trx);
  const { count } = await trx
    .selectFrom('topics')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Values = { title: string; slug: string; introduction: string; cover: string | null; is_open: boolean };

export const findSlug = (trx: Trx, slug: string) =>
  trx.selectFrom('topics').select(['id', 'title']).where('slug', '=', slug).executeTakeFirst();

export const insertTopic = (trx: Trx, values: Values) =>
  trx.insertInto('topics').values(values).returning(['id', 'version']).executeTakeFirstOrThrow();

/** Changes a topic on top of the version `base`. @returns undefined if another version was saved meanwhile */
export const updateTopic = (trx: Trx, id: string, base: number, values: Partial<Values>) =>
  trx
    .updateTable('topics')
    .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('version', '=', base)
    .returning(['id', 'version'])
    .executeTakeFirst();

export const deleteTopic = (trx: Trx, id: string) =>
  trx.deleteFrom('topics').where('id', '=', id).returning('title').executeTakeFirst();

/**
 * Replaces the posts of a topic; ids of posts that do not exist are left out. `known`: unpublished posts that are not
 * among these are left out too; null: none.
 */
export async function replaceTopicPosts(
  trx: Trx,
  id: string,
  postIds: readonly string[],
  known: readonly string[] | null,
): Promise<void> {
  await trx.deleteFrom('topic_posts').where('topic_id', '=', id).execute();
  await sql`
    insert into topic_posts (topic_id, post_id, position)
    select ${id}::bigint, p.id, g.position
    from unnest(${postIds}::bigint[]) with ordinality g(id, position) join posts p on p.id = g.id
    where ${known}::bigint[] is null or p.state = 'published' or p.id = any(${known}::bigint[])`.execute(trx);
}
