/** The groups of the back office's menu, in their order. */
export const menuGroups = [
  { group: 'editing', label: '采编' },
  { group: 'readers', label: '读者' },
  { group: 'sales', label: '交易' },
  { group: 'system', label: '系统' },
] as const;

/** An entry of the back office's menu. Its permission opens the menu entry and every screen below its address. */
export type MenuEntry = {
  /** The address below `/admin`, as in `/comments`. */
  to: string;
  label: string;
  /** A name of `ui/icon-paths.ts`. */
  icon: string;
  permission: string;
  group: (typeof menuGroups)[number]['group'];
  /** Entries of a group are sorted by it. */
  order: number;
};
