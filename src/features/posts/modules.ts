import { readOffModules } from '#features/settings/index.ts';
import type { Trx } from '#kernel/context.ts';
import { conflict } from '#kernel/errors.ts';
import { type ModuleName, moduleOfColumn, moduleTitles } from '#shared/modules.ts';
import { findOpenPosts } from './module-queries.ts';

type PlacedPost = { column_id: string; kind: string; access: string };

/** Returns the modules that a post belongs to. */
const modulesOf = ({ column_id, kind, access }: PlacedPost): ModuleName[] => [
  ...[moduleOfColumn({ id: column_id, kind }) ?? []].flat(),
  ...(access === 'vip' ? (['vip'] as const) : []),
];

/**
 * Refuses to let readers open a post of a module that is switched off, or to schedule that; called after the change,
 * which is then rolled back. Reads the setting uncached, because the switch holds up changes of posts.
 * @throws conflict naming the module
 */
export async function refuseOffModules(trx: Trx, ids: readonly string[]): Promise<void> {
  const off = await readOffModules(trx);
  if (off.length === 0) return;
  for (const post of await findOpenPosts(trx, ids)) {
    const module = modulesOf(post).find((one) => off.includes(one));
    if (module)
      throw conflict(`“${moduleTitles[module]}”已在“设置 › 功能”里关掉，《${post.title}》不能发布在那里`);
  }
}
