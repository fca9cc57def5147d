import { columnRows } from '#features/columns/index.ts';
import { offModules } from '#features/settings/index.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import { blockModules } from '#shared/home-blocks.ts';
import { columnModules, isModuleOff } from '#shared/modules.ts';
import { findLayout } from './queries.ts';
import {
  defaultBlocks,
  type HomeBlock,
  type HomeLayout,
  type LayoutBlock,
  readStoredBlocks,
} from './schema.ts';

/** Returns the layout for the back office, with blocks of columns that no longer exist left out. */
export async function readHomeLayout(ctx: Context): Promise<HomeLayout> {
  const [row, columns] = await Promise.all([findLayout(ctx.db), columnRows(ctx)]);
  const version = row?.version ?? 0;
  if (!row?.blocks) return { version, isDefault: true, blocks: defaultBlocks };
  const ids = new Set(columns.map(({ id }) => id));
  const blocks = readStoredBlocks(row.blocks).filter(
    (block) => block.kind !== 'column' || ids.has(block.columnId),
  );
  return { version, isDefault: false, blocks };
}

/** Lists the blocks of the home page that readers see, in their order; none of modules that are switched off. */
export const listHomeBlocks = cachedByTag(['home', 'columns'], async (ctx: Context): Promise<HomeBlock[]> => {
  const { blocks } = await readHomeLayout(ctx);
  const off = await offModules(ctx);
  const isOff = (block: LayoutBlock) => {
    const module = block.kind === 'column' ? columnModules[block.columnId] : blockModules[block.kind];
    return isModuleOff(module, off);
  };
  return blocks.flatMap((block) => {
    const { isHidden, ...shown } = block;
    return isHidden || isOff(block) ? [] : [shown as HomeBlock];
  });
});
