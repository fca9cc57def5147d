import type { ModuleName } from './modules.ts';

/** The blocks that every home page has, in the order of a new site (docs/product.md §15). */
export const fixedBlockKinds = [
  ...(['quotes', 'lead', 'live', 'ranks', 'newest', 'free', 'news', 'reports'] as const),
  ...(['calendar', 'contest', 'vip', 'references', 'authors'] as const),
] as const;

export type FixedBlockKind = (typeof fixedBlockKinds)[number];

/** The module that a block shows, by kind: without it there is no block. */
export const blockModules: Readonly<Partial<Record<string, ModuleName>>> = {
  live: 'news',
  news: 'news',
  reports: 'reports',
  contest: 'contest',
  vip: 'vip',
  references: 'references',
};
