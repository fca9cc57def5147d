import type { SiteBuild } from '../main/site-build.ts';
import { createSite } from '../web/entry.server.tsx';

const assets = { styles: [], scripts: [], preloads: [], start: '' };

/** The site as it renders on the server, without the browser bundles of a build. */
export const plainSite: SiteBuild = {
  createSite: async (columns, menu) => createSite(columns, menu),
  assetsOf: () => assets,
  adminAssets: assets,
  finish: async (html) => html,
  isLive: false,
};
