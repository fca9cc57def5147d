import { z } from 'zod';
import { whole } from '#kernel/http/bodies.ts';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';

const requiredText = (label: string, max: number) =>
  z
    .string({ error: `请填写${label}` })
    .overwrite((given) => cleanText(given).normalize('NFC').replace(/\s+/g, ' ').trim())
    .min(1, { error: `请填写${label}` })
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .meta({ title: label });
const codes = (label: string, max: number, example: string) =>
  z
    .array(z.string({ error: `${label}应为文字的列表` }).max(60), {
      error: `${label}应为列表`,
    })
    .min(1, { error: `请至少选一项${label}` })
    .max(max, { error: `${label}最多 ${max} 项` })
    .meta({ examples: [[example]] })
    .transform((list) => [...new Set(list)])
    .meta({ title: label });
const roleCode = requiredText('角色', 60);

export const role = z.object({
  code: z.string(),
  name: z.string(),
  /** Built-in roles cannot be changed or deleted. */
  isBuiltin: z.boolean(),
  permissions: z.array(z.string()),
  /** Number of members with the role. */
  members: z.number().int(),
});
export const roleList = z.object({
  roles: z.array(role),
  permissions: z.array(
    z.object({ code: z.string(), group: z.string(), name: z.string(), about: z.string() }),
  ),
});
const roleFields = {
  name: requiredText('角色名称', 20),
  permissions: codes('权限', 60, 'content.view'),
};
export const roleInput = z.object(roleFields);
export const roleChange = z.object({ code: requiredText('角色编码', 60), ...roleFields });
export const roleDeletion = z.object({ code: requiredText('角色编码', 60) });

export const staffMember = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  mobile: z.string(),
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  /** The columns that the account is limited to; null for all. Ids of deleted columns stay. */
  columnIds: z.array(z.string()).nullable(),
  hasTotp: z.boolean(),
  blockedAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
});
export const staffList = z.object({
  records: z.array(staffMember),
  cursor: z.string().nullable(),
  /** Whether staff without a second factor have no permissions. */
  isTotpRequired: z.boolean(),
});
export const staffQuery = z.object({ cursor: optionalId('游标'), size });
export const roleAssignment = z.object({ id: id('会员编号'), role: roleCode });
export const memberInput = z.object({ id: id('会员编号') });

export const invitationInput = z.object({
  name: requiredText('姓名', 30),
  /** Without a number, anyone with the link may accept. */
  mobile: z.string({ error: '手机号应为文字' }).max(30).optional().meta({ title: '手机号' }),
  roles: codes('角色', 10, 'editor'),
  days: whole('有效天数', 1, 30),
});
/** The token is returned only this once; the stored hash cannot be used to accept. */
export const createdInvitation = z.object({ id: z.string(), token: z.string(), expiresAt: z.string() });
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
export const invitationQuery = z.object({ cursor: optionalId('游标'), size });
export const invitationId = z.object({ id: id('邀请编号') });

export const invitationToken = z.object({ token: requiredText('邀请码', 100) });
/** What the holder of the link sees before accepting. */
export const invitationPreview = z.object({
  name: z.string(),
  invitedBy: z.string(),
  roles: z.array(z.string()),
  expiresAt: z.string(),
  /** The masked number it is meant for; null if anyone may accept. */
  mobile: z.string().nullable(),
});
export const invitationAccepted = z.object({
  roles: z.array(z.string()),
  /** The caller's permissions from now on; empty until a required second factor is enabled. */
  menuIds: z.array(z.string()),
  isTotpDue: z.boolean(),
});

export type RoleRecord = z.infer<typeof role>;
export type RoleList = z.infer<typeof roleList>;
export type StaffMember = z.infer<typeof staffMember>;
export type StaffList = z.infer<typeof staffList>;
export type Invitation = z.infer<typeof invitation>;
export type InvitationPreview = z.infer<typeof invitationPreview>;
export type InvitationAccepted = z.infer<typeof invitationAccepted>;
