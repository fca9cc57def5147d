import { columnPath } from './site-paths.ts';

/** What a publisher can switch off as a whole, with the name in the settings (docs/product.md §37). */
export const moduleTitles = {
  news: '全球资讯',
  reports: '脱水研报',
  vipPosts: 'VIP 专享',
  vip: 'VIP 会员',
  references: '内参',
  contest: '股神争霸',
  letters: '邮件报',
  comments: '评论',
} as const;

export type ModuleName = keyof typeof moduleTitles;

export const moduleNames = Object.keys(moduleTitles) as ModuleName[];

/** Whether a module, if there is one, is among those that are switched off (`off`). */
export const isModuleOff = (
  module: ModuleName | undefined,
  off: readonly ModuleName[] | undefined,
): boolean => module !== undefined && off?.includes(module) === true;

/** The modules that are built-in columns, by the column's id. */
export const columnModules: Readonly<Record<string, ModuleName>> = {
  '1': 'news',
  '2': 'reports',
  '3': 'vipPosts',
};

/** Returns the module that a column belongs to, if any: columns for references are part of those. */
export const moduleOfColumn = ({ id, kind }: { id: string; kind: string }): ModuleName | undefined =>
  columnModules[id] ?? (kind === 'reference' ? 'references' : undefined);

/** The pages of the modules that have some: each path with all below it. */
const modulePaths: readonly (readonly [path: string, module: ModuleName])[] = [
  ...Object.entries(columnModules).map(([id, module]) => [columnPath(id), module] as const),
  ['/membership', 'vip'],
  ['/personal/reference', 'references'],
  ['/gszb', 'contest'],
];

/**
 * Whether an address of the site leads to a page of a module that is switched off. `off`: those modules; `columns`: paths
 * of columns that are part of them.
 */
export function isOffAddress(
  address: string,
  off: readonly ModuleName[] | undefined,
  columns: readonly string[] = [],
): boolean {
  if (!off?.length) return false;
  const path = `${address.split(/[?#]/, 1)[0]?.toLowerCase() ?? ''}/`;
  const pages = modulePaths.flatMap(([page, module]) => (isModuleOff(module, off) ? [page] : []));
  return [...pages, ...columns].some((page) => path.startsWith(`${page.toLowerCase()}/`));
}

/** The kinds of notices that belong to one module. */
export const noticeModules: Readonly<Partial<Record<string, ModuleName>>> = {
  reply: 'comments',
  mention: 'comments',
  like: 'comments',
  contest: 'contest',
  fill: 'contest',
};
