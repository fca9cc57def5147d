import { buildRoutes } from '#client/routes.ts';
import { listColumns } from '#features/columns/index.ts';
import type { Context } from '#kernel/context.ts';
import { detailPath } from '#shared/site-paths.ts';

/**
 * Returns the path under which a post is shared: a guarded view is shared as the page that shows at least the teaser to
 * everyone (docs/product.md §13).
 */
export async function pagePath(
  ctx: Context,
  { columnId, id }: { columnId: string; id: string },
): Promise<string> {
  const routes = buildRoutes(await listColumns(ctx));
  const route = routes.find((one) => one.id === columnId);
  const isOpen = route && !route.meta.auth && route.children.every(({ meta }) => !meta.auth);
  return isOpen ? detailPath(columnId, id) : `/mobileDetail?id=${id}`;
}
