import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import { acceptInvitation, createInvitation, lookInvitation, revokeInvitation } from './invitations.ts';
import { readInvitations, readRoles, readStaff } from './reads.ts';
import { createRole, deleteOwnRole, saveRole } from './roles.ts';
import * as schema from './schema.ts';
import { giveRole, resetTotp, takeRole } from './service.ts';

const access = { permission: 'staff.manage' };
const done = z.boolean();

/** Who is of the staff, by which roles, and how somebody comes to be. */
export const staffRoutes = (parts: IdentityParts) => [
  get('/admin/role/list', {
    access,
    summary: 'All roles with the codes they hold and how many have them, and all codes in words.',
    data: schema.roleList,
    run: (ctx) => readRoles(ctx, parts),
  }),
  post('/admin/role/create', {
    access,
    summary: 'Makes a role of the publisher’s own, of codes the caller holds.',
    body: schema.roleInput,
    data: z.object({ code: z.string() }),
    run: (ctx, { body }) => createRole(ctx, parts, body),
  }),
  post('/admin/role/save', {
    access,
    summary: 'Changes a role of the publisher’s own; whoever has it may do more or less at once.',
    body: schema.roleChange,
    data: done,
    run: (ctx, { body }) => saveRole(ctx, parts, body),
  }),
  post('/admin/role/delete', {
    access,
    summary: 'Deletes a role that nobody has and nobody is invited to.',
    body: schema.roleDeletion,
    data: done,
    run: (ctx, { body }) => deleteOwnRole(ctx, body.code),
  }),
  get('/admin/staff/list', {
    access,
    summary: 'Whoever has a role, with their second factor.',
    query: schema.staffQuery,
    data: schema.staffList,
    run: (ctx, { query }) => readStaff(ctx, parts, query),
  }),
  post('/admin/staff/giveRole', {
    access,
    summary: 'Gives a member a role of codes the caller holds.',
    body: schema.roleGift,
    data: done,
    run: (ctx, { body }) => giveRole(ctx, body),
  }),
  post('/admin/staff/takeRole', {
    access,
    summary: 'Takes a role back; never the last administrator’s.',
    body: schema.roleGift,
    data: done,
    run: (ctx, { body }) => takeRole(ctx, body),
  }),
  post('/admin/staff/resetTotp', {
    access,
    summary: 'Ends somebody’s lost second factor and their sessions; not one’s own.',
    body: schema.memberInput,
    data: done,
    run: (ctx, { body }) => resetTotp(ctx, body.id),
  }),
  post('/admin/invitation/create', {
    access,
    summary: 'Invites somebody to the staff by a link whose token is answered this once.',
    body: schema.invitationInput,
    data: schema.invitationMade,
    run: (ctx, { body }) => createInvitation(ctx, body),
  }),
  get('/admin/invitation/list', {
    access,
    summary: 'Invitations, newest first.',
    query: schema.invitationQuery,
    data: schema.invitationPage,
    run: (ctx, { query }) => readInvitations(ctx, query),
  }),
  post('/admin/invitation/revoke', {
    access,
    summary: 'Takes an open invitation back.',
    body: schema.invitationId,
    data: done,
    run: (ctx, { body }) => revokeInvitation(ctx, body.id),
  }),
  post('/reception/lookInvitation', {
    access: 'open',
    summary: 'What an invitation’s token offers; wrong ones are limited by address.',
    body: schema.invitationToken,
    data: schema.invitationLook,
    run: (ctx, { body, origin }) => lookInvitation(ctx, body.token, origin.address),
  }),
  post('/member/acceptInvitation', {
    access: 'member',
    summary: 'Makes the caller one of the staff; an invitation works once.',
    body: schema.invitationToken,
    data: schema.invitationAccepted,
    run: (ctx, { body, origin }) => acceptInvitation(ctx, parts, body.token, origin.address),
  }),
];
