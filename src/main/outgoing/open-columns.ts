import type { RouteItem } from '#client/routes.ts';
import { isId } from '#shared/ids.ts';

/** Returns the ids of the columns whose pages open without a log-in. */
export function openColumns(routes: readonly RouteItem[]): ReadonlySet<string> {
  const isOpen = ({ meta }: RouteItem) => !meta.auth;
  // Only columns have a numeric id; other routes have their path as id.
  const openRoutes = routes.filter(
    (route) => isId(route.id) && isOpen(route) && route.children.every(isOpen),
  );
  return new Set(openRoutes.map(({ id }) => id));
}
