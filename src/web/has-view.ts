import type { RouteItem } from '#client/routes.ts';
import { views } from './views.ts';

/** The items of `buildRoutes` for which there is a view, for the menu. */
export const hasView = (item: RouteItem): boolean =>
  item.children.length === 0 ? item.file in views : item.children.some(hasView);
