import { z } from 'zod';
import { fields, flag, idOf, requiredText, text, whole } from '#kernel/http/bodies.ts';
import { type FixedBlockKind, fixedBlockKinds } from '#shared/home-blocks.ts';

/** More blocks of a column would make the home page slow: each is a list of its own. */
export const maxAddedBlocks = 12;

const kindOf = <const K extends string>(kind: K) => z.literal(kind).meta({ title: '板块的类型' });
const fixedBlock = <const K extends FixedBlockKind>(kind: K) => z.object({ kind: kindOf(kind) });
const [first, ...others] = fixedBlockKinds;
const added = [
  /** The newest posts of a column. */
  z.object({ kind: kindOf('column'), columnId: idOf('栏目') }),
  /** A text without markup, one paragraph per line. */
  z.object({ kind: kindOf('text'), title: text('标题', 40), text: requiredText('文字', 1000) }),
] as const;
const blockError = { error: '板块的类型不正确' };

/** A block that readers see. */
export const homeBlock = z.discriminatedUnion(
  'kind',
  [fixedBlock(first), ...others.map(fixedBlock), ...added],
  blockError,
);
export const homeBlocks = z.array(homeBlock);

const isHidden = { isHidden: flag('隐藏') };
const layoutBlock = z.discriminatedUnion(
  'kind',
  [
    fixedBlock(first).extend(isHidden),
    ...others.map((kind) => fixedBlock(kind).extend(isHidden)),
    added[0].extend(isHidden),
    added[1].extend(isHidden),
  ],
  blockError,
);

/** The layout in the back office: every fixed block once, and the added ones. */
export const homeLayout = z.object({
  /** What a save must send back; 0 for the default. */
  version: z.number().int(),
  isDefault: z.boolean(),
  blocks: z.array(layoutBlock),
});

const isFixed = (kind: string): kind is FixedBlockKind =>
  (fixedBlockKinds as readonly string[]).includes(kind);

export const saveInput = fields({
  base: whole('版本', 0, 2_147_483_647),
  blocks: z
    .array(layoutBlock, { error: '板块应为列表' })
    .max(fixedBlockKinds.length + maxAddedBlocks, { error: `最多添加 ${maxAddedBlocks} 个板块` })
    .refine(
      (blocks) => {
        const kinds = blocks.map(({ kind }) => kind).filter(isFixed);
        return kinds.length === fixedBlockKinds.length && new Set(kinds).size === kinds.length;
      },
      { error: '每个固定板块应出现一次；不要的请隐藏' },
    )
    .meta({ title: '板块' }),
});
export const resetInput = fields({ base: whole('版本', 0, 2_147_483_647) });

export type HomeBlock = z.infer<typeof homeBlock>;
export type HomeLayout = z.infer<typeof homeLayout>;
export type LayoutBlock = HomeLayout['blocks'][number];

/** The home page of a new site: all fixed blocks. */
export const defaultBlocks: LayoutBlock[] = fixedBlockKinds.map((kind) => ({ kind, isHidden: false }));

/**
 * Returns a stored layout as this version knows it: fixed blocks that are new since it was saved come last and hidden,
 * unknown ones are left out.
 */
export function readStoredBlocks(stored: unknown): LayoutBlock[] {
  const known = (Array.isArray(stored) ? stored : []).flatMap((block) => {
    const { data } = layoutBlock.safeParse(block);
    return data ? [data] : [];
  });
  const missing = fixedBlockKinds.filter((kind) => known.every((block) => block.kind !== kind));
  return [...known, ...missing.map((kind) => ({ kind, isHidden: true }))];
}
