import type { Settings } from '#features/settings/index.ts';
import { get, post } from '#kernel/http/calls.ts';
import { countDesk, readDesk, readMutes } from './reads.ts';
import * as schema from './schema.ts';
import {
  deleteComments,
  hideComments,
  muteMember,
  settleComments,
  showComments,
  unmuteMember,
} from './service.ts';

const access = { permission: 'comments.moderate' };

/** What staff do about comments. */
export const commentDeskRoutes = (settings: Settings) => [
  get('/admin/comment/list', {
    access,
    summary: 'Comments that wait, were reported or hidden, or all; of a piece or a writer; newest first.',
    query: schema.deskQuery,
    data: schema.deskPage,
    run: (ctx, { query }) => readDesk(ctx, query),
  }),
  get('/admin/comment/counts', {
    access,
    summary: 'How many comments wait and how many are reported.',
    data: schema.deskCounts,
    run: (ctx) => countDesk(ctx),
  }),
  post('/admin/comment/show', {
    access,
    summary: 'Lets comments through, or shows hidden ones again.',
    body: schema.idsInput,
    data: schema.outcome,
    run: (ctx, { body }) => showComments(ctx, body, settings),
  }),
  post('/admin/comment/hide', {
    access,
    summary: 'Hides comments, or rejects those that wait, for a reason their writers read.',
    body: schema.reasonInput,
    data: schema.outcome,
    run: (ctx, { body }) => hideComments(ctx, body, settings),
  }),
  post('/admin/comment/delete', {
    access,
    summary: 'Deletes comments for good.',
    body: schema.reasonInput,
    data: schema.outcome,
    run: (ctx, { body }) => deleteComments(ctx, body),
  }),
  post('/admin/comment/settle', {
    access,
    summary: 'Settles what was reported of comments without doing anything to them.',
    body: schema.idsInput,
    data: schema.outcome,
    run: (ctx, { body }) => settleComments(ctx, body),
  }),
  get('/admin/comment/mutes', {
    access,
    summary: 'Who may not comment now.',
    data: schema.mutes,
    run: (ctx) => readMutes(ctx),
  }),
  post('/admin/comment/mute', {
    access,
    summary: 'Keeps a member from commenting for some hours.',
    body: schema.muteInput,
    data: schema.muted,
    run: (ctx, { body }) => muteMember(ctx, body),
  }),
  post('/admin/comment/unmute', {
    access,
    summary: 'Lets a member comment again; may be repeated.',
    body: schema.memberInput,
    data: schema.done,
    run: (ctx, { body }) => unmuteMember(ctx, body.memberId),
  }),
];
