import type { Settings } from '#features/settings/index.ts';
import { get, post } from '#kernel/http/calls.ts';
import { countAdminComments, readAdminComments, readMutes } from './reads.ts';
import * as schema from './schema.ts';
import {
  deleteComments,
  hideComments,
  muteMember,
  settleReportsOfComments,
  showComments,
  unmuteMember,
} from './service.ts';

const access = { permission: 'comments.moderate' };

export const commentAdminRoutes = (settings: Settings) => [
  get('/admin/comment/list', {
    access,
    summary:
      'Lists pending, reported, hidden or all comments, newest first, optionally of one post or one writer.',
    query: schema.adminQuery,
    data: schema.adminPage,
    run: (ctx, { query }) => readAdminComments(ctx, query),
  }),
  get('/admin/comment/counts', {
    access,
    summary: 'Counts pending and reported comments, each up to 100.',
    data: schema.adminCounts,
    run: (ctx) => countAdminComments(ctx),
  }),
  post('/admin/comment/show', {
    access,
    summary: 'Approves pending comments and shows hidden ones again.',
    body: schema.idsInput,
    data: schema.outcome,
    run: (ctx, { body }) => showComments(ctx, body, settings),
  }),
  post('/admin/comment/hide', {
    access,
    summary: 'Hides comments, or rejects pending ones, for a reason that their writers can read.',
    body: schema.reasonInput,
    data: schema.outcome,
    run: (ctx, { body }) => hideComments(ctx, body, settings),
  }),
  post('/admin/comment/delete', {
    access,
    summary: 'Deletes comments permanently.',
    body: schema.reasonInput,
    data: schema.outcome,
    run: (ctx, { body }) => deleteComments(ctx, body),
  }),
  post('/admin/comment/settle', {
    access,
    summary: 'Closes the open reports of comments without changing the comments.',
    body: schema.idsInput,
    data: schema.outcome,
    run: (ctx, { body }) => settleReportsOfComments(ctx, body),
  }),
  get('/admin/comment/mutes', {
    access,
    summary: 'Lists the members who are muted now.',
    data: schema.mutes,
    run: (ctx) => readMutes(ctx),
  }),
  post('/admin/comment/mute', {
    access,
    summary: 'Mutes a member for a number of hours, so that they cannot comment.',
    body: schema.muteInput,
    data: schema.muted,
    run: (ctx, { body }) => muteMember(ctx, body),
  }),
  post('/admin/comment/unmute', {
    access,
    summary: "Ends a member's mute; may be repeated.",
    body: schema.memberInput,
    data: schema.done,
    run: (ctx, { body }) => unmuteMember(ctx, body.memberId),
  }),
];
