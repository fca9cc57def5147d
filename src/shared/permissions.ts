/** The groups of permissions, in the order of the screens. */
export const permissionGroups = ['内容', '版面', '互动', '会员', '经营', '系统'] as const;

/** A permission that calls require, with its explanation for screens. */
export type Permission = {
  /** For example `content.edit`. */
  code: string;
  group: (typeof permissionGroups)[number];
  name: string;
  /** What the permission allows. */
  about: string;
  /** Position within the group. */
  order: number;
};
