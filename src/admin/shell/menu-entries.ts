import { useMayOpen } from '#client/permissions.tsx';
import { menuGroups } from '#shared/admin-menu.ts';
import { portal } from '../api.ts';

export type Entry = (typeof portal.menu)[number];

/** Menu entries in the order that the features declare. */
export const menu = menuGroups.flatMap(({ group }) =>
  portal.menu.filter((entry) => entry.group === group).sort((a, b) => a.order - b.order),
);

/** Returns the menu entries that the member may open. */
export const useMenu = (): Entry[] => menu.filter(useMayOpen());
