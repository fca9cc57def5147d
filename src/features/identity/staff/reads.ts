import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { maskMobile } from '#shared/mobiles.ts';
import type { IdentityParts } from '../parts.ts';
import { type InvitationRow, listInvitationRows } from './invitation-queries.ts';
import type * as schema from './schema.ts';
import { listRoles, listStaffRows } from './staff-queries.ts';

/** Returns all roles, and all permission codes with their descriptions. */
export async function readRoles(
  { db }: Context,
  { permissions }: Pick<IdentityParts, 'permissions'>,
): Promise<schema.RoleList> {
  const roles = await listRoles(db);
  return {
    roles: roles.map(({ is_builtin, ...role }) => ({ ...role, isBuiltin: is_builtin })),
    permissions: permissions.map(({ order: _, ...permission }) => permission),
  };
}

/** Returns the members who have a role, in order of registration. */
export async function readStaff(
  ctx: Context,
  { settings }: Pick<IdentityParts, 'settings'>,
  { cursor, size }: z.output<typeof schema.staffQuery>,
): Promise<schema.StaffList> {
  const rows = await listStaffRows(ctx.db, ctx.now(), { limit: size + 1, after: cursor });
  const { shown, last } = cutPage(rows, size);
  return {
    records: shown.map((row) => ({
      id: row.id,
      name: row.name,
      avatar: row.avatar,
      mobile: maskMobile(row.mobile),
      roles: row.roles,
      columnIds: row.roles.some(({ code }) => code === 'admin') ? null : row.column_ids,
      hasTotp: row.has_totp,
      blockedAt: row.blocked_at && toIso(row.blocked_at),
      lastSeenAt: row.last_seen_at && toIso(row.last_seen_at),
    })),
    cursor: last?.id ?? null,
    isTotpRequired: (await settings(ctx)).staffTotp,
  };
}

/** Returns invitations, newest first, without their tokens, which are not stored. */
export async function readInvitations(
  ctx: Context,
  { cursor, size }: z.output<typeof schema.invitationQuery>,
): Promise<z.infer<typeof schema.invitationPage>> {
  const rows = await listInvitationRows(ctx.db, { limit: size + 1, before: cursor });
  const { shown, last } = cutPage(rows, size);
  const names = new Map((await listRoles(ctx.db)).map(({ code, name }) => [code, name]));
  return {
    records: shown.map((row) => presentInvitation(row, names, ctx.now())),
    cursor: last?.id ?? null,
  };
}

const presentInvitation = (
  row: InvitationRow,
  names: ReadonlyMap<string, string>,
  now: Date,
): schema.Invitation => ({
  id: row.id,
  name: row.name,
  mobile: row.mobile && maskMobile(row.mobile),
  roles: row.roles.map((code) => names.get(code) ?? '已删除的角色'),
  state: stateOf(row, now),
  createdBy: row.inviter ?? '系统',
  createdAt: toIso(row.created_at),
  expiresAt: toIso(row.expires_at),
  acceptedBy: row.accepted_by === null ? null : { id: row.accepted_by, name: row.accepter ?? '' },
  acceptedAt: row.accepted_at && toIso(row.accepted_at),
});

function stateOf(
  { accepted_at, revoked_at, expires_at }: InvitationRow,
  now: Date,
): schema.Invitation['state'] {
  if (accepted_at) return 'accepted';
  if (revoked_at) return 'revoked';
  return expires_at > now ? 'open' : 'expired';
}
