import { expect, test } from 'vitest';
import type { Comment, Thread } from '#features/comments/schema.ts';
import {
  addOwn,
  addPage,
  addReplies,
  applyEvent,
  type CommentsState,
  createCommentsState,
  removeComment,
  setLike,
} from './comment-state.ts';

const comment = (id: string, more: Partial<Comment> = {}): Comment => ({
  id,
  postId: '1',
  rootId: null,
  state: 'visible',
  writer: { name: '甲', avatar: null, mark: null },
  answers: null,
  body: `第 ${id} 条`,
  mentions: [],
  province: '',
  createdAt: '2026-11-21T08:00:00+08:00',
  likes: 0,
  liked: false,
  isOwn: false,
  reason: '',
  ...more,
});
const thread = (id: string, replies: Comment[] = []): Thread => ({
  ...comment(id),
  replies: replies.length,
  firstReplies: replies,
  repliesCursor: null,
});
const standing = { mayWrite: true, reason: null, message: '', isReviewed: true };
const page = (records: Thread[], cursor: string | null = null) => ({
  records,
  cursor,
  total: 9,
  own: [],
  standing,
});
const comments = (...records: Thread[]): CommentsState => createCommentsState(page(records));
const idsOf = ({ threads }: CommentsState) =>
  threads.map(({ id, firstReplies }) => [id, ...firstReplies.map((one) => one.id)]);

test('skips threads of the next page that are already listed', () => {
  const next = addPage(comments(thread('9'), thread('8')), page([thread('8'), thread('7')], 'x'));
  expect([idsOf(next), next.cursor]).toEqual([[['9'], ['8'], ['7']], 'x']);
});

test('adds an own comment in its place and counts it once, even if the event stream came first', () => {
  const reply = comment('12', { rootId: '8' });
  const after = addOwn(comments(thread('9'), thread('8', [comment('10', { rootId: '8' })])), reply);
  expect([idsOf(after), after.total]).toEqual([[['9'], ['8', '10', '12']], 10]);
  const counted = applyEvent(comments(thread('9')), { total: 10, shown: '12' });
  expect(counted).toMatchObject({ total: 10, arrivals: ['12'] });
  const own = addOwn(counted, comment('12'));
  expect([idsOf(own), own.total, own.arrivals]).toEqual([[['12'], ['9']], 10, []]);
  const waiting = addOwn(comments(thread('9')), comment('13', { state: 'pending', isOwn: true }));
  expect([waiting.total, waiting.own.map(({ id }) => id)]).toEqual([9, ['13']]);
});

test('keeps a placeholder for a removed comment only if it has replies', () => {
  const start = comments(thread('9'), thread('8', [comment('10', { rootId: '8' })]));
  expect(idsOf(removeComment(start, '9', 'deleted'))).toEqual([['8', '10']]);
  const emptied = removeComment(start, '8', 'deleted').threads[1];
  expect(emptied).toMatchObject({ id: '8', state: 'deleted', writer: null, body: '' });
  const shorter = applyEvent(start, { total: 8, hidden: '10' });
  expect([idsOf(shorter), shorter.total, shorter.threads[1]?.replies]).toEqual([[['9'], ['8']], 8, 0]);
});

test('lists an own comment that passed review as an arrival until the next fetch', () => {
  const start = { ...comments(thread('9')), own: [comment('12', { state: 'pending', isOwn: true })] };
  expect(applyEvent(start, { total: 10, shown: '12' })).toMatchObject({ total: 10, arrivals: ['12'] });
  expect(applyEvent(start, { total: 9, shown: '9' }).arrivals).toEqual([]);
});

test('changes the like of one comment only, be it a root or a reply', () => {
  const start = comments(thread('9'), thread('8', [comment('10', { rootId: '8' })]));
  const next = setLike(setLike(start, '10', true, 3), '9', true, 1);
  expect(next.threads[0]).toMatchObject({ liked: true, likes: 1 });
  expect(next.threads[1]).toMatchObject({
    liked: false,
    likes: 0,
    firstReplies: [{ liked: true, likes: 3 }],
  });
});

test('merges further replies in the order they were written', () => {
  const start = comments(thread('8', [comment('10', { rootId: '8' }), comment('30', { rootId: '8' })]));
  const next = addReplies(start, '8', {
    records: [comment('11', { rootId: '8' }), comment('30', { rootId: '8' })],
    cursor: null,
  });
  expect(idsOf(next)).toEqual([['8', '10', '11', '30']]);
});
