import type { FooterGroup } from './footer.ts';
import type { ModuleName } from './modules.ts';

/** Position of an entry among the columns, as their listOrder, and whether it is hidden. */
type Place = { listOrder: number; isHidden: boolean };

/** What the menu shows beside the columns, as readers' clients get it. */
export type SiteMenu = {
  /** 首页. */
  home: Place;
  /** 股神争霸. */
  contest: Place;
  /** Links and groups of links that the publisher added. */
  entries: MenuEntry[];
  /** The modules that the publisher has switched off; absent if none. */
  off?: readonly ModuleName[];
};

/** A link, or without `href` a group of links under a title. */
export type MenuEntry = {
  title: string;
  listOrder: number;
  href: string;
  links: FooterGroup['links'];
};

export const maxMenuEntries = 20;
export const maxMenuLinks = 12;

/** The listOrder of hidden entries (docs/product.md §2). */
export const hiddenListOrder = 999_999_999;

/** The menu of a site whose staff have not edited it: 首页 first whatever orders columns have, 股神争霸 at 0. */
export const defaultMenu: SiteMenu = {
  home: { listOrder: hiddenListOrder - 1, isHidden: false },
  contest: { listOrder: 0, isHidden: false },
  entries: [],
};
