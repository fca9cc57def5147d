import { type Actor, hasPermission } from '#kernel/actor.ts';
import { conflict, forbidden, invalid } from '#kernel/errors.ts';
import type { Permission } from '#shared/permissions.ts';

/** Represents all present and future permission codes. */
export const allPermissions = '*';

/** Returns whether the actor holds all these codes and so may give them; only administrators hold `*`. */
export const holdsAll = (actor: Actor, codes: readonly string[]): boolean =>
  actor.kind === 'member' &&
  codes.every((code) =>
    code === allPermissions ? [...actor.permissions].includes(allPermissions) : actor.permissions.has(code),
  );

/** @throws invalid for a code without a permission: a screen offers none, so it shows an older version's */
export function requireKnown(
  permissions: readonly Permission[],
  codes: readonly string[],
  field: string,
): void {
  if (!codes.every((code) => permissions.some((one) => one.code === code)))
    throw invalid('选中的权限里有一项不存在，请刷新页面后重新选择', field);
}

/**
 * Checks that the caller is not limited to columns, because whom they give a role has no limit.
 * @throws forbidden
 */
export function refuseLimited(actor: Actor): void {
  if (actor.kind === 'member' && actor.columnIds)
    throw forbidden('你的账号限于部分栏目，不能给出角色或栏目，请不限栏目的同事来做');
}

/**
 * Checks that a member of staff may act on this account: not on their own, and on staff only with `staff.manage` and at
 * least the other's permissions. Otherwise a member of staff could take over or lock out one with more permissions.
 * @throws conflict or forbidden with the reason
 */
export function checkMayActOn(
  actor: Actor,
  target: { id: string; roles: readonly string[]; permissions: readonly string[] },
  verb: string,
): void {
  if (actor.kind === 'member' && actor.memberId === target.id) throw conflict(`不能${verb}自己的账号`);
  if (target.roles.length === 0) return;
  if (!hasPermission(actor, 'staff.manage')) throw forbidden(`对方是编辑部成员，${verb}需要“员工与角色”权限`);
  if (!holdsAll(actor, target.permissions)) throw forbidden(`对方的权限比你多，不能由你${verb}`);
}
