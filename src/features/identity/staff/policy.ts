import { type Actor, holds } from '#kernel/actor.ts';
import { conflict, forbidden } from '#kernel/errors.ts';

/** Stands for every permission code there is and will be. */
export const everything = '*';

/** Whether this person holds all of these codes, so that they may hand them out; `*` is held by administrators alone. */
export const covers = (actor: Actor, codes: readonly string[]): boolean =>
  actor.kind === 'member' &&
  codes.every((code) =>
    code === everything ? [...actor.permissions].includes(everything) : actor.permissions.has(code),
  );

/**
 * Nobody acts on their own account from the desk; on one of the staff only who may manage staff, and who holds at least
 * what the other holds: else a lesser one could take over or shut out a greater one.
 * @throws conflict or forbidden saying why
 */
export function checkActing(
  actor: Actor,
  target: { id: string; roles: readonly string[]; permissions: readonly string[] },
  verb: string,
): void {
  if (actor.kind === 'member' && actor.memberId === target.id) throw conflict(`不能${verb}自己的账号`);
  if (target.roles.length === 0) return;
  if (!holds(actor, 'staff.manage')) throw forbidden(`对方是编辑部成员，${verb}需要“员工与角色”权限`);
  if (!covers(actor, target.permissions)) throw forbidden(`对方的权限比你多，不能由你${verb}`);
}
