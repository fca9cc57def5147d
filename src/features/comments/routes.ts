import type { Settings } from '#features/settings/index.ts';
import { byHand, get, post } from '#kernel/http/calls.ts';
import { readComments, readMentionable, readReplies, readThread } from './reads.ts';
import * as schema from './schema.ts';
import { addComment, deleteComment, likeComment, reportComment, unlikeComment } from './service.ts';

export const commentRoutes = (settings: Settings) => [
  get('/reception/comment/list', {
    access: 'open',
    reads: 'replica',
    summary: 'Lists the comment threads of a post, newest or hottest first, each with its first answers.',
    query: schema.listQuery,
    data: schema.commentPage,
    run: (ctx, { query }) => readComments(ctx, query, settings),
  }),
  get('/reception/comment/replies', {
    access: 'open',
    reads: 'replica',
    summary: 'Lists the answers of a thread, oldest first.',
    query: schema.repliesQuery,
    data: schema.replyPage,
    run: (ctx, { query }) => readReplies(ctx, query),
  }),
  get('/reception/comment/thread', {
    access: 'open',
    reads: 'replica',
    summary: 'Returns the thread of a comment, including that comment.',
    query: schema.idQuery,
    data: schema.thread,
    run: (ctx, { query }) => readThread(ctx, query.id),
  }),
  get('/member/mentionable', {
    access: 'member',
    summary: 'Lists the members whom a comment on a post can mention: its author and its commenters.',
    query: schema.mentionQuery,
    data: schema.mentionable,
    run: (ctx, { query }) => readMentionable(ctx, query),
  }),
  post('/member/addComment', {
    access: 'member',
    summary: 'Comments on a post that the caller may read in full, or answers a comment.',
    body: schema.addInput,
    data: schema.added,
    run: (ctx, { body, origin }) => addComment(ctx, body, { settings, address: origin.address }),
  }),
  post('/member/deleteComment', {
    access: 'member',
    limit: byHand,
    summary: "Deletes the caller's own comment; may be repeated.",
    body: schema.idInput,
    data: schema.done,
    run: (ctx, { body }) => deleteComment(ctx, body.id),
  }),
  post('/member/likeComment', {
    access: 'member',
    summary: 'Likes a comment; may be repeated.',
    body: schema.idInput,
    data: schema.likeCount,
    run: (ctx, { body }) => likeComment(ctx, body.id),
  }),
  post('/member/unlikeComment', {
    access: 'member',
    summary: "Removes the caller's like of a comment; may be repeated.",
    body: schema.idInput,
    data: schema.likeCount,
    run: (ctx, { body }) => unlikeComment(ctx, body.id),
  }),
  post('/member/reportComment', {
    access: 'member',
    summary: 'Reports a comment to staff; may be repeated.',
    body: schema.reportInput,
    data: schema.done,
    run: (ctx, { body }) => reportComment(ctx, body),
  }),
];
