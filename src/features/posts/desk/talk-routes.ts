import { get, post } from '#kernel/http/calls.ts';
import { idQuery } from '../schema.ts';
import { closeComments, readTalk } from './talk.ts';
import { closeInput, talk } from './talk-schema.ts';

/** Whether readers may comment on a piece. */
export const talkRoutes = [
  get('/admin/post/talk', {
    access: { permission: 'content.view' },
    summary: 'Whether the comments of a piece are closed, and how many there are.',
    query: idQuery,
    data: talk,
    run: (ctx, { query }) => readTalk(ctx, query.id),
  }),
  post('/admin/post/closeComments', {
    access: { permission: 'content.edit' },
    summary: 'Closes the comments of a piece or opens them again, at once and whatever version is out.',
    body: closeInput,
    data: talk,
    run: (ctx, { body }) => closeComments(ctx, body),
  }),
];
