import { recordAction } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { updateTotpEnded } from '../account/totp-queries.ts';
import { deleteSessionsOf } from '../queries.ts';
import { checkActing, covers, everything } from './policy.ts';
import {
  deleteRoleOf,
  hasOtherAdmin,
  insertRoleOf,
  lockRoles,
  lockStaff,
  lockTarget,
  type RoleRow,
  type Target,
} from './staff-queries.ts';

type RoleGift = { id: string; role: string };

/**
 * Gives a member a role; what it opens is open in their sessions at once. May be repeated.
 * @throws forbidden for a role that holds what the caller does not; conflict for oneself and a shut account; notFound
 */
export async function giveRole(ctx: Context, { id, role: code }: RoleGift): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const { member, role } = await lockGift(ctx, trx, id, code);
    if (member.blocked_at) throw conflict('这个账号已停用，请先恢复');
    if (!(await insertRoleOf(trx, id, code))) return;
    await recordRoles(ctx, trx, 'staff.giveRole', member, [...member.roles, role.code].sort());
  });
  return true;
}

/**
 * Takes a role back; their sessions may no longer do what it opened. May be repeated.
 * @throws conflict for oneself, and for the last administrator's; as `giveRole`
 */
export async function takeRole(ctx: Context, { id, role: code }: RoleGift): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const { member, role } = await lockGift(ctx, trx, id, code);
    if (role.permissions.includes(everything) && !(await hasOtherAdmin(trx, id)))
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
 * Ends the second factor of somebody who has lost theirs, and their sessions: whoever has the telephone that was lost is
 * out as well. @throws conflict for oneself and where there is none; forbidden for who holds more; notFound
 */
export async function resetTotp(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const member = await lockTarget(trx, id);
    if (!member) throw unknownMember();
    checkActing(ctx.actor, member, '重置');
    if (!member.has_totp) throw conflict('对方没有开启两步验证');
    await updateTotpEnded(trx, id);
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

async function lockGift(
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
  if (!covers(ctx.actor, role.permissions))
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
