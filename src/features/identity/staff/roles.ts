import { randomBytes } from 'node:crypto';
import { recordAction } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import type { IdentityParts } from '../parts.ts';
import { holdsAll, requireKnown } from './policy.ts';
import {
  countRoleUses,
  deleteRole,
  insertRole,
  lockRoles,
  lockStaff,
  type RoleRow,
  updateRole,
} from './staff-queries.ts';

type Parts = Pick<IdentityParts, 'permissions'>;
type RoleFields = { name: string; permissions: string[] };

/**
 * Creates a custom role. @throws invalid for an unknown code, including `*`; forbidden for a code the caller does not
 * hold; conflict when another role has the name
 */
export function createRole(
  ctx: Context,
  parts: Parts,
  { name, permissions }: RoleFields,
): Promise<{ code: string }> {
  checkPermissions(ctx, parts, permissions);
  const code = `own-${randomBytes(5).toString('hex')}`;
  return inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    await insertRole(trx, { code, name, permissions });
    await recordAction(ctx, trx, {
      action: 'role.create',
      target: `role:${code}`,
      after: { name, permissions },
    });
    return { code };
  }).catch(conflictWhenNameTaken);
}

/**
 * Changes a custom role; the permissions of its members change at once. @throws conflict for a built-in role; forbidden
 * if the role holds, or would hold, a permission that the caller does not
 */
export async function saveRole(
  ctx: Context,
  parts: Parts,
  { code, name, permissions }: RoleFields & { code: string },
): Promise<boolean> {
  checkPermissions(ctx, parts, permissions);
  await inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    const role = await lockCustomRole(ctx, trx, code, '修改');
    await updateRole(trx, code, { name, permissions });
    await recordAction(ctx, trx, {
      action: 'role.save',
      target: `role:${code}`,
      before: { name: role.name, permissions: role.permissions },
      after: { name, permissions },
    });
  }).catch(conflictWhenNameTaken);
  return true;
}

/** Deletes a role. @throws conflict while a member has it or an invitation offers it; as `saveRole` */
export async function deleteCustomRole(ctx: Context, code: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    const role = await lockCustomRole(ctx, trx, code, '删除');
    const { members, invitations } = await countRoleUses(trx, code, ctx.now());
    if (members > 0) throw conflict(`还有 ${members} 人是“${role.name}”，请先收回他们的这个角色`);
    if (invitations > 0) throw conflict(`还有 ${invitations} 份邀请给出“${role.name}”，请先撤回`);
    await deleteRole(trx, code);
    await recordAction(ctx, trx, {
      action: 'role.delete',
      target: `role:${code}`,
      before: { name: role.name, permissions: role.permissions },
    });
  });
  return true;
}

function checkPermissions({ actor }: Context, parts: Parts, permissions: readonly string[]): void {
  requireKnown(parts.permissions, permissions, 'permissions');
  if (!holdsAll(actor, permissions)) throw forbidden('不能给出自己没有的权限');
}

async function lockCustomRole(ctx: Context, trx: Trx, code: string, verb: string): Promise<RoleRow> {
  const [role] = await lockRoles(trx, [code]);
  if (!role) throw notFound('没有这个角色');
  if (role.is_builtin) throw conflict(`“${role.name}”是内置角色，不能${verb}`);
  if (!holdsAll(ctx.actor, role.permissions)) throw forbidden(`这个角色有你没有的权限，不能由你${verb}`);
  return role;
}

/** The unique constraint gives the name to one of two concurrent calls; the other gets a conflict in Chinese. */
function conflictWhenNameTaken(error: unknown): never {
  throw (error as { constraint?: string }).constraint === 'roles_name_key'
    ? conflict('已有同名的角色，请换一个名称', 'name')
    : error;
}
