import { buildRoutes } from '#client/routes.ts';
import { listColumns } from '#features/columns/index.ts';
import { readMenu } from '#features/pages/index.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';

/** Returns the routes inside the site's frame as its columns and its menu are now. */
export const readRoutes = cachedByTag(['columns', 'own-pages'], async (ctx) =>
  buildRoutes(await listColumns(ctx), await readMenu(ctx)),
);
