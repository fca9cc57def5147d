/** The groups of permissions, in the order screens show them. */
export const permissionGroups = ['内容', '版面', '互动', '会员', '经营', '系统'] as const;

/** A permission that calls ask for, as screens explain it. */
export type Permission = {
  /** As in `content.edit`. */
  code: string;
  group: (typeof permissionGroups)[number];
  name: string;
  /** What whoever holds it can do. */
  about: string;
  /** Permissions of a group are sorted by it. */
  order: number;
};
