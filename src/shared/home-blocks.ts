/** The blocks that every home page has, in the order of a new site (docs/product.md §15). */
export const fixedBlockKinds = [
  ...(['quotes', 'lead', 'live', 'ranks', 'newest', 'free', 'news', 'reports'] as const),
  ...(['calendar', 'contest', 'vip', 'references', 'authors'] as const),
] as const;

export type FixedBlockKind = (typeof fixedBlockKinds)[number];
