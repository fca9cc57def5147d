import { buildNav, buildRoutes, type NavEntry } from '#client/routes.ts';
import type { Column } from '#features/columns/schema.ts';

/**
 * Returns the parent of a column, and the menu entries of its family: the parent first, then its children by listOrder
 * (docs/product.md §2). The entries leave out columns that are not in the menu and the children of a parent that hides
 * them.
 */
export function findFamily(
  columnId: string,
  columns: readonly Column[],
): { parent: Column | undefined; members: NavEntry[] } {
  const current = columns.find(({ id }) => id === columnId);
  const parent = columns.find(({ id }) => id === current?.parentId && id !== columnId);
  const top = buildNav(buildRoutes(columns), columns).find(
    ({ id, children }) => id === columnId || children.some((child) => child.id === columnId),
  );
  return { parent, members: top ? [top, ...top.children] : [] };
}
