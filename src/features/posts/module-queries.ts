import { sql } from 'kysely';
import type { Trx } from '#kernel/context.ts';
import { columnModules, type ModuleName } from '#shared/modules.ts';

/** Which posts belong to a module, as `modulesOf` says of one; undefined for a module that has none. */
function isPartOf(module: ModuleName) {
  const column = Object.keys(columnModules).find((id) => columnModules[id] === module);
  if (column) return sql<boolean>`column_id = ${column}`;
  if (module === 'references') return sql<boolean>`kind = 'reference'`;
  return module === 'vip'
    ? sql<boolean>`access = 'vip' and kind in ('news', 'article', 'reference')`
    : undefined;
}

/** Implements the extension `countModulePosts`. The lock waits for running changes and holds up later ones. */
export async function countModulePosts(trx: Trx, module: ModuleName): Promise<number> {
  const isOfModule = isPartOf(module);
  if (!isOfModule) return 0;
  await sql`lock table posts in share mode`.execute(trx);
  const { rows } = await sql<{ posts: number }>`
    select (select count(*) from posts where state = 'published' and ${isOfModule})::int
      + (select count(*) from posts where state = 'scheduled' and ${isOfModule})::int posts`.execute(trx);
  return rows[0]?.posts ?? 0;
}

/** Finds those of the posts that readers can open, or will at a set time, with what decides their modules. */
export const findOpenPosts = (trx: Trx, ids: readonly string[]) =>
  trx
    .selectFrom('posts')
    .select(['column_id', 'kind', 'access', 'title'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .where('state', 'in', ['published', 'scheduled'])
    .execute();
