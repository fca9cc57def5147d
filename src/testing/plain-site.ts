import { join } from 'node:path';
import type { SiteBuild } from '../main/site-build.ts';
import type { createSite } from '../web/entry.server.tsx';

const assets = { styles: [], scripts: [], preloads: [], start: '' };
/** Built by the set-up of the run (global-set-up.ts). */
const entry = join(import.meta.dirname, '..', '..', 'dist', 'web', 'server', 'entry.server.js');

/** The site as it renders on the server, without the files of the browser. */
export const plainSite: SiteBuild = {
  createSite: async (columns, menu) => {
    const built = (await import(entry)) as { createSite: typeof createSite };
    return built.createSite(columns, menu);
  },
  assetsOf: () => assets,
  adminAssets: assets,
  finish: async (html) => html,
  isLive: false,
};
