import { recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { memberTag } from '#shared/cache-tags.ts';
import { deleteTotp } from '../account/totp-queries.ts';
import { deleteSessionsOf } from '../queries.ts';
import { allPermissions, checkMayActOn, holdsAll, refuseLimited } from './policy.ts';
import {
  deleteRoleOf,
  hasOtherAdmin,
  insertRoleOf,
  lockRoles,
  lockStaff,
  lockTarget,
  type RoleRow,
  type Target,
  updateColumnIds,
} from './staff-queries.ts';

type RoleAssignment = { id: string; role: string };

/**
 * Gives a member a role; open sessions have its permissions at once. May be repeated. @throws forbidden for a role with
 * permissions that the caller does not hold, and for a caller with a limit; conflict for the caller and a blocked account; notFound
 */
export async function assignRole(ctx: Context, { id, role: code }: RoleAssignment): Promise<boolean> {
  refuseLimited(ctx.actor);
  await inTransaction(ctx, async (trx) => {
    const { member, role } = await lockAssignment(ctx, trx, id, code);
    if (member.blocked_at) throw conflict('这个账号已停用，请先恢复');
    if (!(await insertRoleOf(trx, id, code))) return;
    await recordRoles(ctx, trx, 'staff.giveRole', member, [...member.roles, role.code].sort());
  });
  return true;
}

/**
 * Takes a role from a member; open sessions lose its permissions at once. May be repeated.
 * @throws conflict for the caller and for the last administrator; as `assignRole`
 */
export async function revokeRole(ctx: Context, { id, role: code }: RoleAssignment): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const { member, role } = await lockAssignment(ctx, trx, id, code);
    if (role.permissions.includes(allPermissions) && !(await hasOtherAdmin(trx, id)))
      throw conflict('这是最后一位管理员，不能收回');
    if (!(await deleteRoleOf(trx, id, code))) return;
    await recordRoles(
      ctx,
      trx,
      'staff.takeRole',
      member,
      member.roles.filter((held) => held !== code),
    );
  });
  return true;
}

/**
 * Deletes the second factor of a member of staff who lost it and ends their sessions, so that a lost phone has no
 * access either.
 * @throws conflict for the caller and if there is none; forbidden for a member with more permissions; notFound
 */
export async function resetTotp(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const member = await lockTarget(trx, id);
    if (!member) throw unknownMember();
    checkMayActOn(ctx.actor, member, '重置');
    if (!member.has_totp) throw conflict('对方没有开启两步验证');
    await deleteTotp(trx, id);
    await deleteSessionsOf(trx, id);
    await recordAction(ctx, trx, {
      action: 'staff.resetTotp',
      target: `member:${id}`,
      before: { hasTotp: true },
      after: { hasTotp: false },
    });
  });
  return true;
}

/**
 * Limits a member of staff to columns, or with null removes the limit; open sessions and API keys follow at once. `audited`
 * describes the columns for the log. May be repeated.
 * @throws conflict for the caller, for an administrator, and for a member without a role; forbidden for a caller with a
 *   limit, and for a member with more permissions; notFound
 */
export async function limitToColumns(
  ctx: Context,
  { id, columnIds }: { id: string; columnIds: readonly string[] | null },
  describe: (columnIds: readonly string[] | null) => string,
): Promise<boolean> {
  refuseLimited(ctx.actor);
  await inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    const member = await lockTarget(trx, id);
    if (!member) throw unknownMember();
    checkMayActOn(ctx.actor, member, '限定');
    if (member.roles.length === 0) throw conflict('对方没有角色，不是编辑部成员');
    if (columnIds !== null && member.permissions.includes(allPermissions))
      throw conflict('管理员不受栏目限制，请先收回对方的管理员角色');
    const [before, after] = [member.column_ids, columnIds].map(describe);
    if (String(member.column_ids) === String(columnIds)) return;
    await updateColumnIds(trx, id, columnIds);
    await purge(ctx, trx, [memberTag(id)]);
    await recordAction(ctx, trx, {
      action: 'staff.limitToColumns',
      target: `member:${id}`,
      before: { columns: before },
      after: { columns: after },
    });
  });
  return true;
}

async function lockAssignment(
  ctx: Context,
  trx: Trx,
  id: string,
  code: string,
): Promise<{ member: Target; role: RoleRow }> {
  await lockStaff(trx);
  const member = await lockTarget(trx, id);
  if (!member) throw unknownMember();
  const [role] = await lockRoles(trx, [code]);
  if (!role) throw notFound('没有这个角色');
  if (ctx.actor.kind === 'member' && ctx.actor.memberId === id)
    throw conflict('不能更改自己的角色，请另一位管理员来做');
  if (!holdsAll(ctx.actor, role.permissions))
    throw forbidden(`“${role.name}”有你没有的权限，不能由你给出或收回`);
  return { member, role };
}

const recordRoles = (
  ctx: Context,
  trx: Trx,
  action: string,
  { id, roles }: { id: string; roles: string[] },
  after: string[],
) => recordAction(ctx, trx, { action, target: `member:${id}`, before: { roles }, after: { roles: after } });

const unknownMember = () => notFound('没有这位会员，或账号已注销');
