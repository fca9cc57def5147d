import { menuGroups } from '#shared/admin-menu.ts';
import { portal } from '../api.ts';

/** The menu as the features declare it, in its order. */
export const menu = menuGroups.flatMap(({ group }) =>
  portal.menu.filter((entry) => entry.group === group).sort((one, other) => one.order - other.order),
);
