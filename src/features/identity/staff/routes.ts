import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import { acceptInvitation, createInvitation, previewInvitation, revokeInvitation } from './invitations.ts';
import { readInvitations, readRoles, readStaff } from './reads.ts';
import { createRole, deleteCustomRole, saveRole } from './roles.ts';
import * as schema from './schema.ts';
import { assignRole, resetTotp, revokeRole } from './service.ts';

const access = { permission: 'staff.manage' };
const done = z.boolean();

export const staffRoutes = (parts: IdentityParts) => [
  get('/admin/role/list', {
    access,
    summary:
      'Returns all roles with their permission codes and numbers of members, and all permission codes with descriptions.',
    data: schema.roleList,
    run: (ctx) => readRoles(ctx, parts),
  }),
  post('/admin/role/create', {
    access,
    summary: 'Creates a custom role from permission codes that the caller holds.',
    body: schema.roleInput,
    data: z.object({ code: z.string() }),
    run: (ctx, { body }) => createRole(ctx, parts, body),
  }),
  post('/admin/role/save', {
    access,
    summary: 'Changes a custom role; the permissions of its members change at once.',
    body: schema.roleChange,
    data: done,
    run: (ctx, { body }) => saveRole(ctx, parts, body),
  }),
  post('/admin/role/delete', {
    access,
    summary: 'Deletes a role that no member has and no invitation offers.',
    body: schema.roleDeletion,
    data: done,
    run: (ctx, { body }) => deleteCustomRole(ctx, body.code),
  }),
  get('/admin/staff/list', {
    access,
    summary: 'Lists the members who have a role, with the state of their second factor.',
    query: schema.staffQuery,
    data: schema.staffList,
    run: (ctx, { query }) => readStaff(ctx, parts, query),
  }),
  post('/admin/staff/giveRole', {
    access,
    summary: 'Gives a member a role whose permission codes the caller holds.',
    body: schema.roleAssignment,
    data: done,
    run: (ctx, { body }) => assignRole(ctx, body),
  }),
  post('/admin/staff/takeRole', {
    access,
    summary: 'Takes a role from a member, except from the last administrator.',
    body: schema.roleAssignment,
    data: done,
    run: (ctx, { body }) => revokeRole(ctx, body),
  }),
  post('/admin/staff/resetTotp', {
    access,
    summary: 'Deletes the lost second factor of another member of staff and ends their sessions.',
    body: schema.memberInput,
    data: done,
    run: (ctx, { body }) => resetTotp(ctx, body.id),
  }),
  post('/admin/invitation/create', {
    access,
    summary: 'Invites a person to the staff by a link; its token is returned only this once.',
    body: schema.invitationInput,
    data: schema.createdInvitation,
    run: (ctx, { body }) => createInvitation(ctx, body),
  }),
  get('/admin/invitation/list', {
    access,
    summary: 'Lists invitations, newest first.',
    query: schema.invitationQuery,
    data: schema.invitationPage,
    run: (ctx, { query }) => readInvitations(ctx, query),
  }),
  post('/admin/invitation/revoke', {
    access,
    summary: 'Revokes an open invitation.',
    body: schema.invitationId,
    data: done,
    run: (ctx, { body }) => revokeInvitation(ctx, body.id),
  }),
  post('/reception/lookInvitation', {
    access: 'open',
    summary: 'Returns what an invitation offers by its token; wrong tokens are rate-limited by IP address.',
    body: schema.invitationToken,
    data: schema.invitationPreview,
    run: (ctx, { body, origin }) => previewInvitation(ctx, body.token, origin.address),
  }),
  post('/member/acceptInvitation', {
    access: 'member',
    summary: 'Accepts an invitation, which makes the caller a member of staff; each invitation works once.',
    body: schema.invitationToken,
    data: schema.invitationAccepted,
    run: (ctx, { body, origin }) => acceptInvitation(ctx, parts, body.token, origin.address),
  }),
];
