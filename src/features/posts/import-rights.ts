import { type Actor, hasPermission } from '#kernel/actor.ts';

/**
 * The permission for each part of an import, and its name on the screens: who may not publish something without an import may
 * not publish it by one. `files`: links to locked files.
 */
export const importPermissions = {
  posts: { code: 'content.publish', name: '发布与撤回' },
  pages: { code: 'pages.manage', name: '单页与页脚' },
  redirects: { code: 'settings.manage', name: '设置' },
  comments: { code: 'comments.moderate', name: '评论审核' },
  files: { code: 'content.view', name: '查看稿件' },
} as const;

type Part = keyof typeof importPermissions;

/** What the caller of an import may publish. Other posts and pages become drafts; old addresses and comments are left out. */
export type ImportRights = Record<Part | 'references', boolean>;

const parts = Object.keys(importPermissions) as Part[];

const rightsTo = (isGranted: (part: Part) => boolean): Record<Part, boolean> =>
  Object.fromEntries(parts.map((part) => [part, isGranted(part)])) as Record<Part, boolean>;

/** The rights of a member of staff. A second person reviews each reference, and whoever imports it is the first. */
export const importRightsOf = (actor: Actor): ImportRights => ({
  ...rightsTo((part) => hasPermission(actor, importPermissions[part].code)),
  references: false,
});

/** The rights of the operator on the command line. */
export const allImportRights: ImportRights = { ...rightsTo(() => true), references: true };

export const noImportRights: ImportRights = { ...rightsTo(() => false), references: false };

/**
 * Returns the name of a permission that `actor` lacks to publish all that an import with these rights has published.
 */
export function findLackingPermission(actor: Actor, rights: ImportRights | undefined): string | undefined {
  const lacking = (['posts', 'pages', 'redirects', 'comments'] as const).find(
    (part) => rights?.[part] && !hasPermission(actor, importPermissions[part].code),
  );
  return lacking && importPermissions[lacking].name;
}

/** Says how many of something an import left out, because its caller lacks the right to them. */
export const explainLeftOut = (count: number, what: string, part: Part): string =>
  `跳过，${count} ${what}没有添加：需要“${importPermissions[part].name}”权限，请有权限的人把同一个文件再导入一次`;
