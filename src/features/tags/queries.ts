import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/escape-like.ts';
import type { Keyset } from '#shared/cursors.ts';

export type TagRow = { id: string; name: string; description: string; posts: number };

const whereMatches = (keyword: string | undefined): RawBuilder<unknown> =>
  keyword === undefined ? sql`posts >= 0` : sql`posts >= 0 and name ilike ${`%${escapeLike(keyword)}%`}`;

type ListOptions = {
  keyword?: string | undefined;
  sort: string;
  /** The last row of the page before: its name, or its number of posts and its id. */
  after?: string | Keyset | undefined;
  limit: number;
};

/**
 * Lists tags after `after`, by tags_by_posts or tags_name, so that every page costs the same. A keyword is compared with
 * each tag in that order: there are far fewer tags than posts, and common words fill a page soon.
 */
export async function listTags(
  db: Database,
  { keyword, sort, after, limit }: ListOptions,
): Promise<TagRow[]> {
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  const follows = sql.raw(sort.startsWith('-') ? '<' : '>');
  const isAfter =
    after === undefined
      ? sql`true`
      : typeof after === 'string'
        ? sql`name ${follows} ${after}`
        : sql`(posts, id) ${follows} (${after.at}::int, ${after.id}::bigint)`;
  const order = sort.endsWith('name') ? sql`name ${direction}` : sql`posts ${direction}, id ${direction}`;
  const { rows } = await sql<TagRow>`
    select id, name, description, posts from tags
    where ${whereMatches(keyword)} and ${isAfter} order by ${order} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function countTags(db: Database, keyword: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from tags where ${whereMatches(keyword)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findTags(db: Database | Trx, ids: readonly string[]): Promise<TagRow[]> {
  return db
    .selectFrom('tags')
    .select(['id', 'name', 'description', 'posts'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

export async function findTagByName(db: Database | Trx, name: string): Promise<TagRow | undefined> {
  return db
    .selectFrom('tags')
    .select(['id', 'name', 'description', 'posts'])
    .where('name', '=', name)
    .executeTakeFirst();
}

export type NamedTag = {
  description: string;
  has_posts: boolean;
  /** What `tag_names` says of the name; null if nothing. */
  kind: string | null;
  tag: string | null;
  tag_has_posts: boolean;
};

/** Returns what is known of a name, from the labels of published posts: one look-up by index each. */
export async function findNamedTag(db: Database, name: string): Promise<NamedTag> {
  const hasPosts = (label: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from post_labels where type = 'tag' and label = ${label})`;
  const { rows } = await sql<NamedTag>`
    select coalesce(t.description, '') description, n.kind, n.tag,
      ${hasPosts(sql`given.name`)} has_posts, ${hasPosts(sql`n.tag`)} tag_has_posts
    from (values (${name}::text)) given(name)
    left join tags t on t.name = given.name left join tag_names n on n.name = given.name`.execute(db);
  return rows[0] ?? { description: '', has_posts: false, kind: null, tag: null, tag_has_posts: false };
}

/** Lists the names that lead to a tag. */
export async function listFormerNames(db: Database, tag: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tag_names')
    .select('name')
    .where('tag', '=', tag)
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

/** Lists the tags with at least `min` published posts, those with the most first; by tags_by_posts. */
export async function listLargestTags(db: Database, min: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tags')
    .select('name')
    .where('posts', '>=', min)
    .orderBy('posts', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Waits until no transaction is saving posts under the names that it read before, and keeps others from beginning until
 * this one ends: the exclusive side of the lock that the function current_tags takes.
 */
export async function lockTagNames(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' tags', 0))`.execute(trx);
}

export async function updateDescription(trx: Trx, id: string, description: string): Promise<void> {
  await trx.updateTable('tags').set({ description }).where('id', '=', id).execute();
}

/** Gives a tag that may not exist yet a description, unless it has one. */
export async function describeIfEmpty(trx: Trx, name: string, description: string): Promise<void> {
  await sql`
    insert into tags (name, description) values (${name}, ${description})
    on conflict (name) do update set description = excluded.description where tags.description = ''`.execute(
    trx,
  );
}

/** Removes the descriptions of tags that end, so that their rows go with their last post. */
export async function clearDescriptions(trx: Trx, names: readonly string[]): Promise<void> {
  await trx.updateTable('tags').set({ description: '' }).where('name', 'in', names).execute();
  await trx.deleteFrom('tags').where('name', 'in', names).where('posts', '=', 0).execute();
}

/** Makes names lead to a tag, and with them the names that led to them. The tag's own name leads nowhere any more. */
export async function renameNames(trx: Trx, names: readonly string[], tag: string): Promise<void> {
  await trx.deleteFrom('tag_names').where('name', '=', tag).execute();
  await trx.updateTable('tag_names').set({ tag }).where('tag', 'in', names).execute();
  await upsertNames(trx, names, tag, 'renamed');
}

/** Lets posts lose names. */
export async function deleteNames(trx: Trx, names: readonly string[]): Promise<void> {
  await upsertNames(trx, names, '', 'deleted');
}

async function upsertNames(trx: Trx, names: readonly string[], tag: string, kind: string): Promise<void> {
  await sql`
    insert into tag_names (name, tag, kind) select name, ${tag}, ${kind} from unnest(${names}::text[]) name
    on conflict (name) do update set tag = excluded.tag, kind = excluded.kind`.execute(trx);
}

/** Forgets names of one kind. @returns those that existed, with the tag they led to */
export async function forgetNames(
  trx: Trx,
  names: readonly string[],
  kind: 'renamed' | 'deleted',
): Promise<{ name: string; tag: string }[]> {
  return trx
    .deleteFrom('tag_names')
    .where('name', 'in', names)
    .where('kind', '=', kind)
    .returning(['name', 'tag'])
    .execute();
}

/** Returns those of these names that a published post has. */
export async function findUsedNames(db: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) name
    where exists (select from post_labels where type = 'tag' and label = name)`.execute(db);
  return rows.map(({ name }) => name);
}

/** Serialises the folding of counts and their recount until the transaction ends. */
export async function lockTagCounts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' tag counts', 0))`.execute(
    trx,
  );
}

export async function hasTagDeltas(db: Database): Promise<boolean> {
  return (await db.selectFrom('tag_deltas').select('id').limit(1).execute()).length > 0;
}

/**
 * Adds up to `limit` logged changes to the counts, and deletes tags without posts and description.
 * @returns whether a count changed
 */
export async function foldTagDeltas(trx: Trx, limit: number): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with taken as (
      -- A range, because a list of ids is joined row by row as long as the statistics believe the table to be empty.
      delete from tag_deltas
      where id <= coalesce((select id from tag_deltas order by id offset ${sql.lit(limit - 1)} limit 1),
        9223372036854775807)
      returning name, delta
    )
    insert into tags (name, posts)
    select name, sum(delta) from taken group by name having sum(delta) <> 0 order by name
    on conflict (name) do update set posts = tags.posts + excluded.posts
    returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from tags where id = any(${ids}::bigint[]) and posts = 0 and description = ''`.execute(
    trx,
  );
  return ids.length > 0;
}

/** Counts every tag again from the labels, less what is logged and not folded yet; repairs what a restore left out. */
export async function recountTags(trx: Trx): Promise<void> {
  await sql`
    with counted as (
      select name, sum(posts)::int posts from (
        select label name, count(*) posts from post_labels where type = 'tag' group by label
        union all select name, -sum(delta) from tag_deltas group by name
        union all select name, 0 from tags
      ) parts group by name
    )
    insert into tags (name, posts) select name, posts from counted where true order by name
    on conflict (name) do update set posts = excluded.posts where tags.posts <> excluded.posts`.execute(trx);
  await sql`delete from tags where posts = 0 and description = ''`.execute(trx);
}
