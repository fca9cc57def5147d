import { z } from 'zod';
import { whole } from '#kernel/http/bodies.ts';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';

const text = (name: string, label: string, most: number) =>
  z
    .string({ error: `请填写${label}（${name}）` })
    .transform((given) => cleanText(given).normalize('NFC').replace(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, { error: `请填写${label}（${name}）` })
        .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` }),
    );
const codes = (name: string, label: string, most: number) =>
  z
    .array(z.string({ error: `${label}（${name}）应为文字的列表` }).max(60), {
      error: `${label}（${name}）应为列表`,
    })
    .min(1, { error: `请至少选一项${label}（${name}）` })
    .max(most, { error: `${label}（${name}）最多 ${most} 项` })
    .transform((list) => [...new Set(list)]);
const roleCode = text('role', '角色', 60);

export const role = z.object({
  code: z.string(),
  name: z.string(),
  /** Comes with the portal: neither changed nor deleted. */
  isBuiltin: z.boolean(),
  permissions: z.array(z.string()),
  /** People who have it. */
  members: z.number().int(),
});
export const roleList = z.object({
  roles: z.array(role),
  permissions: z.array(
    z.object({ code: z.string(), group: z.string(), name: z.string(), about: z.string() }),
  ),
});
const roleFields = { name: text('name', '角色名称', 20), permissions: codes('permissions', '权限', 60) };
export const roleInput = z.object(roleFields);
export const roleChange = z.object({ code: text('code', '角色编码', 60), ...roleFields });
export const roleDeletion = z.object({ code: text('code', '角色编码', 60) });

export const staffMember = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  mobile: z.string(),
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  hasTotp: z.boolean(),
  blockedAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
});
export const staffList = z.object({
  records: z.array(staffMember),
  cursor: z.string().nullable(),
  /** Whether staff without a second factor hold no permission. */
  isTotpRequired: z.boolean(),
});
export const staffQuery = z.object({ cursor: optionalId('cursor', '游标'), size });
export const roleGift = z.object({ id: id('id', '会员编号'), role: roleCode });
export const memberInput = z.object({ id: id('id', '会员编号') });

export const invitationInput = z.object({
  name: text('name', '姓名', 30),
  /** Without it anybody who has the link may accept. */
  mobile: z.string({ error: '手机号（mobile）应为文字' }).max(30).optional(),
  roles: codes('roles', '角色', 10),
  days: whole('days', '有效天数', 1, 30),
});
/** The token is answered this once; what is kept of it opens nothing. */
export const invitationMade = z.object({ id: z.string(), token: z.string(), expiresAt: z.string() });
export const invitation = z.object({
  id: z.string(),
  name: z.string(),
  mobile: z.string().nullable(),
  roles: z.array(z.string()),
  state: z.enum(['open', 'accepted', 'revoked', 'expired']),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  acceptedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  acceptedAt: z.string().nullable(),
});
export const invitationPage = cursorPageOf(invitation);
export const invitationQuery = z.object({ cursor: optionalId('cursor', '游标'), size });
export const invitationId = z.object({ id: id('id', '邀请编号') });

export const invitationToken = z.object({ token: text('token', '邀请码', 100) });
/** What whoever holds the link is told before they accept. */
export const invitationLook = z.object({
  name: z.string(),
  invitedBy: z.string(),
  roles: z.array(z.string()),
  expiresAt: z.string(),
  /** The number it is meant for, its middle hidden; null for anybody's. */
  mobile: z.string().nullable(),
});
export const invitationAccepted = z.object({
  roles: z.array(z.string()),
  /** What the caller may do from now on; nothing while a second factor is still due. */
  menuIds: z.array(z.string()),
  isTotpDue: z.boolean(),
});

export type RoleRecord = z.infer<typeof role>;
export type RoleList = z.infer<typeof roleList>;
export type StaffMember = z.infer<typeof staffMember>;
export type StaffList = z.infer<typeof staffList>;
export type Invitation = z.infer<typeof invitation>;
export type InvitationLook = z.infer<typeof invitationLook>;
export type InvitationAccepted = z.infer<typeof invitationAccepted>;
