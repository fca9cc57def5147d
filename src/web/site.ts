import { createContext, use } from 'react';
import type { Column } from '#features/columns/schema.ts';
import type { FooterGroup } from '#shared/footer.ts';
import type { SiteMenu } from '#shared/menu.ts';
import type { ModuleName } from '#shared/modules.ts';
import type { Statistics } from '#shared/statistics.ts';
import type { FetchCall } from './api.ts';

/** Settings of the site that the server sends with every page. */
export type Site = {
  name: string;
  /** Empty: the site has none. */
  motto: string;
  /** The site in one line; may be empty. */
  description: string;
  /** Path data of the seal in a square of 44 units; empty: the seal shows the first character of the name. */
  seal: string;
  /** The logo in place of seal and name: its address, with the size as fragment, `….webp#640x120`; may be empty. */
  logo: string;
  /** The logo of the dark theme; empty: the same. */
  logoDark: string;
  /** Address of the picture of the log-in screen; may be empty. */
  picture: string;
  /** Address of the picture of shared pages that have none; may be empty. */
  share: string;
  /** Changes with what drawn pictures show of the brand, so that their addresses can be cached. */
  version: string;
  /** Whether pages shared inside WeChat get a card. */
  hasShareCards: boolean;
  /** Whether the site can be opened without a network, by a service worker. */
  hasOffline: boolean;
  /** Public address of the site without a trailing slash; empty if the operator has not set it. */
  url: string;
  apiBase: string;
  tenantId: string;
  /** Client credential of the site, `id:secret`; public by its nature (docs/product.md §7). */
  client: string;
  icp: string;
  icpLicence: string;
  police: string;
  newsLicence: string;
  complaints: string;
  /** What the menu shows beside the columns. */
  menu: SiteMenu;
  /** Path of the first page of the menu, where 首页 leads. */
  home: string;
  /** The links of the footer; null: those of the program. */
  footer: readonly FooterGroup[] | null;
  /** Services that count visits; null: none. */
  statistics: Statistics | null;
};

/** `today` is the Shanghai day of the rendered page: server and browser must compute 昨天 from the same day. */
export type SiteContextValue = { site: Site; columns: Column[]; today: string; fetchCall: FetchCall };

export const SiteContext = createContext<SiteContextValue | null>(null);

/** Returns the site, its columns and the function to make calls. */
export function useSiteContext(): SiteContextValue {
  const value = use(SiteContext);
  if (!value) throw new Error('useSiteContext must be used inside the shell.');
  return value;
}

const none: readonly ModuleName[] = [];

/** Returns the modules that the publisher has switched off. */
export const useOff = (): readonly ModuleName[] => useSiteContext().site.menu.off ?? none;

export const useIsOff = (module: ModuleName): boolean => useOff().includes(module);

export const useFetchCall = (): FetchCall => useSiteContext().fetchCall;
