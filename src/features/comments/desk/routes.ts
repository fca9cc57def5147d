import type { Settings } from '#features/settings/index.ts';
import { get, post } from '#kernel/http/calls.ts';
import { countDesk, readDesk, readMutes } from './reads.ts';
import {
  deskCounts,
  deskPage,
  deskQuery,
  done,
  idsInput,
  memberInput,
  muted,
  muteInput,
  mutes,
  outcome,
  reasonInput,
} from './schema.ts';
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
    query: deskQuery,
    data: deskPage,
    run: (ctx, { query }) => readDesk(ctx, query),
  }),
  get('/admin/comment/counts', {
    access,
    summary: 'How many comments wait and how many are reported.',
    data: deskCounts,
    run: (ctx) => countDesk(ctx),
  }),
  post('/admin/comment/show', {
    access,
    summary: 'Lets comments through, or shows hidden ones again.',
    body: idsInput,
    data: outcome,
    run: (ctx, { body }) => showComments(ctx, body, settings),
  }),
  post('/admin/comment/hide', {
    access,
    summary: 'Hides comments, or rejects those that wait, for a reason their writers read.',
    body: reasonInput,
    data: outcome,
    run: (ctx, { body }) => hideComments(ctx, body, settings),
  }),
  post('/admin/comment/delete', {
    access,
    summary: 'Deletes comments for good.',
    body: reasonInput,
    data: outcome,
    run: (ctx, { body }) => deleteComments(ctx, body),
  }),
  post('/admin/comment/settle', {
    access,
    summary: 'Settles what was reported of comments without doing anything to them.',
    body: idsInput,
    data: outcome,
    run: (ctx, { body }) => settleComments(ctx, body),
  }),
  get('/admin/comment/mutes', {
    access,
    summary: 'Who may not comment now.',
    data: mutes,
    run: (ctx) => readMutes(ctx),
  }),
  post('/admin/comment/mute', {
    access,
    summary: 'Keeps a member from commenting for some hours.',
    body: muteInput,
    data: muted,
    run: (ctx, { body }) => muteMember(ctx, body),
  }),
  post('/admin/comment/unmute', {
    access,
    summary: 'Lets a member comment again; may be repeated.',
    body: memberInput,
    data: done,
    run: (ctx, { body }) => unmuteMember(ctx, body.memberId),
  }),
];
