import type { ModuleName } from './modules.ts';

/** The groups of the back office's menu, in order. */
export const menuGroups = [
  { group: 'editing', label: '采编' },
  { group: 'readers', label: '读者' },
  { group: 'sales', label: '交易' },
  { group: 'system', label: '系统' },
] as const;

/**
 * An entry of the back office's menu. Its permission grants the entry and all screens below its path; null: all staff.
 */
export type MenuEntry = {
  /** The path below `/admin`, for example `/comments`. */
  to: string;
  label: string;
  /** A name from `ui/icon-paths.ts`. */
  icon: string;
  permission: string | null;
  /** Whether the screen shows more than posts of one's own, so that contributors have no use for it. */
  isForStaffOnly?: boolean;
  /** Without this module there is no entry. */
  module?: ModuleName;
  group: (typeof menuGroups)[number]['group'];
  /** Position within the group. */
  order: number;
};
