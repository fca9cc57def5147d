import type { SiteBuild } from '../main/site-build.ts';
import { createSite } from '../web/entry.server.tsx';

const assets = { styles: [], scripts: [], preloads: [], theme: '' };

/** The site as it renders on the server, without the files that a build makes for browsers. */
export const plainSite: SiteBuild = {
  createSite: async (columns) => createSite(columns),
  assetsOf: () => assets,
  adminAssets: assets,
  finish: async (html) => html,
  isLive: false,
};
