import type { z } from 'zod';
import type * as schema from './schema.ts';

export type RoleRecord = z.infer<typeof schema.role>;
export type RoleList = z.infer<typeof schema.roleList>;
export type StaffMember = z.infer<typeof schema.staffMember>;
export type StaffList = z.infer<typeof schema.staffList>;
export type Invitation = z.infer<typeof schema.invitation>;
export type InvitationLook = z.infer<typeof schema.invitationLook>;
export type InvitationAccepted = z.infer<typeof schema.invitationAccepted>;

/** What crosses the wire about who is of the staff and what they may do. */
export type StaffCalls = {
  'GET /admin/role/list': { data: RoleList };
  'POST /admin/role/create': { body: z.input<typeof schema.roleInput>; data: { code: string } };
  'POST /admin/role/save': { body: z.input<typeof schema.roleChange>; data: boolean };
  'POST /admin/role/delete': { body: { code: string }; data: boolean };
  'GET /admin/staff/list': { query: z.input<typeof schema.staffQuery>; data: StaffList };
  'POST /admin/staff/giveRole': { body: { id: string; role: string }; data: boolean };
  'POST /admin/staff/takeRole': { body: { id: string; role: string }; data: boolean };
  'POST /admin/staff/resetTotp': { body: { id: string }; data: boolean };
  'POST /admin/invitation/create': {
    body: z.input<typeof schema.invitationInput>;
    data: z.infer<typeof schema.invitationMade>;
  };
  'GET /admin/invitation/list': {
    query: z.input<typeof schema.invitationQuery>;
    data: z.infer<typeof schema.invitationPage>;
  };
  'POST /admin/invitation/revoke': { body: { id: string }; data: boolean };
  'POST /reception/lookInvitation': { body: { token: string }; data: InvitationLook };
  'POST /member/acceptInvitation': { body: { token: string }; data: InvitationAccepted };
};
