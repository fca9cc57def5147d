import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import type { Extensions } from '#kernel/feature.ts';
import { type ModuleName, moduleNames, moduleTitles } from '#shared/modules.ts';
import { findGroupValue } from './queries.ts';

declare module '#kernel/feature.ts' {
  interface Extensions {
    /**
     * Counts the posts of a module that readers can open, or will at a set time. No post changes from then on until the
     * transaction ends.
     */
    countModulePosts(trx: Trx, module: ModuleName): Promise<number>;
  }
}

/** Returns the modules that are switched off as the database has it now. */
export async function readOffModules(db: Database): Promise<ModuleName[]> {
  const stored = (await findGroupValue(db, 'modules')) as Partial<Record<ModuleName, boolean>> | undefined;
  return moduleNames.filter((name) => stored?.[name] === false);
}

/** Returns the modules that the publisher has switched off. Cached, because every call and page asks. */
export const offModules = cachedByTag(['settings'], ({ db }: Context) => readOffModules(db));

/**
 * Refuses to switch off a module while readers can open posts of it: they would lead nowhere, and search engines and
 * buyers must learn that a post is withdrawn. @throws invalid naming the module
 */
export async function refuseModulesInUse(
  trx: Trx,
  values: Readonly<Record<string, unknown>>,
  { countModulePosts }: Partial<Extensions>,
): Promise<void> {
  const off = await readOffModules(trx);
  for (const module of moduleNames) {
    if (values[module] !== false || off.includes(module)) continue;
    const posts = (await countModulePosts?.(trx, module)) ?? 0;
    if (posts > 0)
      throw invalid(
        `“${moduleTitles[module]}”还有 ${posts} 篇公开或定时的稿件，请先在“文章”里撤回，或改到别的栏目、别的权限，再关掉`,
        module,
      );
  }
}
