import type { HomeBlock } from '#features/frontpage/home/schema.ts';
import type { FixedBlockKind } from '#shared/home-blocks.ts';

const sharedRows = {
  front: ['lead', 'live', 'ranks'],
  lists: ['free', 'news', 'reports'],
} as const;
export type FrontKind = (typeof sharedRows.front)[number];
export type ListKind = (typeof sharedRows.lists)[number];

/** A row of the front page: blocks that stand side by side, or one block alone. */
export type HomeRow =
  | { kind: 'front'; blocks: FrontKind[] }
  | { kind: 'lists'; blocks: ListKind[] }
  | { kind: Exclude<FixedBlockKind, FrontKind | ListKind> }
  | Extract<HomeBlock, { kind: 'column' | 'text' }>;

/** Groups blocks into rows: consecutive narrow blocks of one kind of row share it. */
export function toRows(blocks: readonly HomeBlock[]): HomeRow[] {
  const result: HomeRow[] = [];
  for (const block of blocks) {
    const { kind } = block;
    const last = result.at(-1);
    if (isIn(sharedRows.front, kind)) {
      if (last?.kind === 'front') last.blocks.push(kind);
      else result.push({ kind: 'front', blocks: [kind] });
    } else if (isIn(sharedRows.lists, kind)) {
      if (last?.kind === 'lists') last.blocks.push(kind);
      else result.push({ kind: 'lists', blocks: [kind] });
    } else if (block.kind === 'column' || block.kind === 'text') result.push(block);
    else result.push({ kind } as HomeRow);
  }
  return result;
}

const isIn = <K extends string>(kinds: readonly K[], kind: string): kind is K =>
  (kinds as readonly string[]).includes(kind);
