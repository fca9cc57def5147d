import { expect, test } from 'vitest';
import type { Comment, Thread } from '#features/comments/schema.ts';
import {
  addOwn,
  addPage,
  addReplies,
  beginTalk,
  follow,
  setLike,
  type Talk,
  takeOut,
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
const talk = (...records: Thread[]): Talk => beginTalk(page(records));
const idsOf = ({ threads }: Talk) =>
  threads.map(({ id, firstReplies }) => [id, ...firstReplies.map((one) => one.id)]);

test('a page that overlaps the one before shows nobody twice', () => {
  const next = addPage(talk(thread('9'), thread('8')), page([thread('8'), thread('7')], 'x'));
  expect([idsOf(next), next.cursor]).toEqual([[['9'], ['8'], ['7']], 'x']);
});

test('what was written stands where it belongs, and counts once, whether or not the stream was quicker', () => {
  const reply = comment('12', { rootId: '8' });
  const after = addOwn(talk(thread('9'), thread('8', [comment('10', { rootId: '8' })])), reply);
  expect([idsOf(after), after.total]).toEqual([[['9'], ['8', '10', '12']], 10]);
  const told = follow(talk(thread('9')), { total: 10, shown: '12' });
  expect(told).toMatchObject({ total: 10, arrivals: ['12'] });
  const own = addOwn(told, comment('12'));
  expect([idsOf(own), own.total, own.arrivals]).toEqual([[['12'], ['9']], 10, []]);
  const waiting = addOwn(talk(thread('9')), comment('13', { state: 'pending', isOwn: true }));
  expect([waiting.total, waiting.own.map(({ id }) => id)]).toEqual([9, ['13']]);
});

test('what is gone leaves its place only where answers stand below it', () => {
  const start = talk(thread('9'), thread('8', [comment('10', { rootId: '8' })]));
  expect(idsOf(takeOut(start, '9', 'deleted'))).toEqual([['8', '10']]);
  const emptied = takeOut(start, '8', 'deleted').threads[1];
  expect(emptied).toMatchObject({ id: '8', state: 'deleted', writer: null, body: '' });
  const shorter = follow(start, { total: 8, hidden: '10' });
  expect([idsOf(shorter), shorter.total, shorter.threads[1]?.replies]).toEqual([[['9'], ['8']], 8, 0]);
});

test('one’s own that was let through leaves the waiting ones when it is fetched, and is offered until then', () => {
  const start = { ...talk(thread('9')), own: [comment('12', { state: 'pending', isOwn: true })] };
  expect(follow(start, { total: 10, shown: '12' })).toMatchObject({ total: 10, arrivals: ['12'] });
  expect(follow(start, { total: 9, shown: '9' }).arrivals).toEqual([]);
});

test('a like is on the comment alone, in a thread or at its head', () => {
  const start = talk(thread('9'), thread('8', [comment('10', { rootId: '8' })]));
  const next = setLike(setLike(start, '10', true, 3), '9', true, 1);
  expect(next.threads[0]).toMatchObject({ liked: true, likes: 1 });
  expect(next.threads[1]).toMatchObject({
    liked: false,
    likes: 0,
    firstReplies: [{ liked: true, likes: 3 }],
  });
});

test('further answers come in the order they were written', () => {
  const start = talk(thread('8', [comment('10', { rootId: '8' }), comment('30', { rootId: '8' })]));
  const next = addReplies(start, '8', {
    records: [comment('11', { rootId: '8' }), comment('30', { rootId: '8' })],
    cursor: null,
  });
  expect(idsOf(next)).toEqual([['8', '10', '11', '30']]);
});
