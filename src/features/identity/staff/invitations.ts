import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { countHit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { maskMobile } from '#shared/mobiles.ts';
import type { IdentityParts } from '../parts.ts';
import { columnLimit, hashToken, newToken, permissionSet } from '../sessions.ts';
import { failureLimit } from '../sign-in/attempts.ts';
import { normalisePhone } from '../sign-in/phones.ts';
import {
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listHeldPermissions,
  lockInvitation,
  updateAccepted,
  updateRevoked,
} from './invitation-queries.ts';
import { holdsAll, refuseLimited } from './policy.ts';
import type { InvitationAccepted, InvitationPreview } from './schema.ts';
import {
  findRoleNames,
  insertRoleOf,
  lockRoles,
  lockStaff,
  lockTarget,
  type RoleRow,
} from './staff-queries.ts';

type NewInvitation = { name: string; mobile?: string | undefined; roles: string[]; days: number };

/**
 * Invites a person to the staff by a link. The token is returned only this once; its hash is stored. @throws invalid
 * for a malformed number or an unknown role; forbidden for a role with permissions that the caller does not hold, and for a caller with a limit
 */
export function createInvitation(
  ctx: Context,
  { name, mobile: given = '', roles, days }: NewInvitation,
): Promise<{ id: string; token: string; expiresAt: string }> {
  const mobile = normalisePhone(given) || null;
  if (mobile !== null && !/^1\d{10}$/.test(mobile)) throw invalid('手机号不正确，应为 11 位数字', 'mobile');
  refuseLimited(ctx.actor);
  const token = newToken();
  const now = ctx.now();
  const expires_at = new Date(now.getTime() + days * dayMs);
  return inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    const found = await lockRoles(trx, roles);
    if (found.length < new Set(roles).size)
      throw invalid('选中的角色里有一个已经不在，请刷新页面后重新选择', 'roles');
    const excessiveRole = found.find(({ permissions }) => !holdsAll(ctx.actor, permissions));
    if (excessiveRole) throw forbidden(`“${excessiveRole.name}”有你没有的权限，不能由你给出`);
    const row = {
      token_hash: hashToken(token),
      name,
      mobile,
      roles,
      created_by: requireMemberId(ctx),
      created_at: now,
      expires_at,
    };
    const id = await insertInvitation(trx, row);
    const expiresAt = toIso(expires_at);
    await recordAction(ctx, trx, {
      action: 'invitation.create',
      target: `invitation:${id}`,
      after: { name, mobile: mobile && maskMobile(mobile), roles, expiresAt },
    });
    return { id, token, expiresAt };
  });
}

/** Revokes an invitation. @throws conflict if it is accepted, revoked or unknown */
export async function revokeInvitation(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const row = await updateRevoked(trx, id, ctx.now());
    if (!row) throw conflict('这份邀请已被接受或撤回');
    await recordAction(ctx, trx, {
      action: 'invitation.revoke',
      target: `invitation:${id}`,
      before: { name: row.name, roles: row.roles },
    });
  });
  return true;
}

/**
 * Returns what the holder of the link sees. @throws notFound for an unknown token, rateLimited after too many of them
 * from one address; conflict for an invitation that is no longer valid
 */
export async function previewInvitation(
  ctx: Context,
  token: string,
  address: string,
): Promise<InvitationPreview> {
  const row = await findInvitation(ctx.db, hashToken(token));
  if (!row) throw await unknownToken(ctx, address);
  checkOpen(ctx, row);
  return {
    name: row.name,
    invitedBy: row.inviter ?? '编辑部',
    roles: await findRoleNames(ctx.db, row.roles),
    expiresAt: toIso(row.expires_at),
    mobile: row.mobile && maskMobile(row.mobile),
  };
}

/**
 * Makes the caller a member of staff with the invited roles. An invitation works once, also for two concurrent calls;
 * the same member may repeat the call. It gives only what its sender may still give.
 * @throws the errors of `previewInvitation`; forbidden for another number than the invited one; conflict when its sender may no
 * longer give it, or its roles are deleted
 */
export async function acceptInvitation(
  ctx: Context,
  { settings }: Pick<IdentityParts, 'settings'>,
  token: string,
  address: string,
): Promise<InvitationAccepted> {
  const memberId = requireMemberId(ctx);
  const hash = hashToken(token);
  if (!(await findInvitation(ctx.db, hash))) throw await unknownToken(ctx, address);
  const { staffTotp } = await settings(ctx);
  return inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    const row = await lockInvitation(trx, hash);
    const member = await lockTarget(trx, memberId);
    if (!row || !member) throw notFound('邀请已失效，请向邀请人要一个新的链接');
    const roles = await lockRoles(trx, row.roles);
    if (row.accepted_by !== memberId) {
      checkOpen(ctx, row);
      if (row.mobile !== null && row.mobile !== member.mobile)
        throw forbidden(`这份邀请发给 ${maskMobile(row.mobile)}，请用那个手机号的账号接受`);
      await checkSender(trx, row, roles);
      await updateAccepted(trx, row.id, memberId, ctx.now());
      for (const { code } of roles) await insertRoleOf(trx, memberId, code);
      const permissions = roles.flatMap((role) => role.permissions);
      await ctx.events.emit(ctx, trx, 'staff.joined', { memberId, name: row.name, permissions });
      await recordAction(ctx, trx, {
        action: 'invitation.accept',
        target: `invitation:${row.id}`,
        before: { roles: member.roles },
        after: {
          memberId,
          roles: [...new Set([...member.roles, ...roles.map(({ code }) => code)])].sort(),
        },
      });
    }
    const isTotpDue = staffTotp && !member.has_totp;
    const held = await listHeldPermissions(trx, memberId);
    return { roles: roles.map(({ name }) => name), menuIds: isTotpDue ? [] : held, isTotpDue };
  });
}

/** A sender who has lost their permissions, or was limited to columns, cannot give them through an old invitation. */
async function checkSender(trx: Trx, row: InvitationRow, roles: readonly RoleRow[]): Promise<void> {
  if (roles.length === 0) throw conflict('邀请里的角色已不存在，请向邀请人要一个新的链接');
  const held = row.created_by === null ? [] : await listHeldPermissions(trx, row.created_by);
  const sender = {
    kind: 'member' as const,
    memberId: row.created_by ?? '',
    sessionId: '',
    permissions: permissionSet(held),
    vipUntil: null,
  };
  const codes = ['staff.manage', ...roles.flatMap(({ permissions }) => permissions)];
  const { column_ids = null } = (row.created_by && (await lockTarget(trx, row.created_by))) || {};
  if (!holdsAll(sender, codes) || columnLimit({ permissions: held, column_ids }).columnIds)
    throw conflict('邀请人已不能给出这些角色，请联系编辑部重新邀请');
}

function checkOpen(ctx: Context, row: InvitationRow): void {
  if (row.accepted_at) throw conflict('这份邀请已经用过，每个链接只能用一次');
  if (row.revoked_at) throw conflict('这份邀请已被撤回');
  if (row.expires_at <= ctx.now()) throw conflict('这份邀请已过期，请向邀请人要一个新的链接');
}

/** Wrong tokens from one address: more than a person mistypes. */
const wrongTokenLimit = failureLimit('invitation', 20);

async function unknownToken(ctx: Context, address: string) {
  await countHit(ctx, ctx.db, wrongTokenLimit, networkOf(address));
  return notFound('没有这份邀请，请检查链接是否完整');
}
