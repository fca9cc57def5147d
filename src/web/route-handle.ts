import type { RouteItem } from '#client/routes.ts';
import type { Column } from '#features/columns/calls.ts';
import type { PageModule } from './page.ts';
import { views } from './views.ts';

/** What the shell finds on each matched route. */
export type RouteHandle = {
  item: RouteItem;
  column: Column | undefined;
  source: string;
  module?: PageModule<unknown>;
};

/** The items of `buildRoutes` for which there is a view, for the menu. */
export const hasView = (item: RouteItem): boolean =>
  item.children.length === 0 ? item.file in views : item.children.some(hasView);
