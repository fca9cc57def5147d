import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CommentLiked, CommentShown } from '#features/comments/events.ts';
import type { EventName } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { Events } from '#kernel/events.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';

type Person = { token: string; memberId: string };
let portal: Portal;
let writer: Person;
let answered: Person;
let author: Person;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  writer = await logIn(portal);
  answered = await logIn(portal);
  author = await logIn(portal);
});

const emit = <N extends EventName>(name: N, event: Events[N]) =>
  inTransaction(portal.ctx, (trx) => portal.ctx.events.emit(portal.ctx, trx, name, event));
const told = async ({ token }: Person) =>
  (await portal.ask('GET /member/notices', { token })).body.data.records.map(
    ({ kind, title, body, link }: Record<string, string>) => ({ kind, title, body, link }),
  );

let serial = 0;
const shown = (changes: Partial<CommentShown> = {}): CommentShown => {
  serial += 1;
  return {
    id: String(serial),
    rootId: null,
    post: { id: '7', kind: 'reference', columnId: '120', title: '探矿钻机', authorMemberId: author.memberId },
    memberId: writer.memberId,
    memberName: '<b>听潮客',
    excerpt: '五台机器 <script>',
    answeredMemberId: null,
    mentionedMemberIds: [],
    isFirst: true,
    ...changes,
  };
};

test('who is answered, mentioned, or wrote the piece is told once of a comment, as text', async () => {
  const mentioned = await logIn(portal);
  const comment = shown({ answeredMemberId: answered.memberId, mentionedMemberIds: [mentioned.memberId] });
  await emit('comment.shown', comment);
  await emit('comment.shown', comment);
  const link = `/120/detail?id=7#comment-${comment.id}`;
  const body = '五台机器 <script>';
  expect(await told(answered)).toEqual([{ kind: 'reply', title: '<b>听潮客 回复了你', body, link }]);
  expect(await told(mentioned)).toEqual([
    { kind: 'mention', title: '<b>听潮客 在评论里提到了你', body, link },
  ]);
  expect(await told(author)).toEqual([
    { kind: 'reply', title: '<b>听潮客 评论了你的《探矿钻机》', body, link },
  ]);
  expect(await told(writer)).toEqual([]);
});

test('an author who is answered hears of it once, and of their own comment never', async () => {
  await emit('comment.shown', shown({ answeredMemberId: author.memberId }));
  expect(await told(author)).toMatchObject([{ title: '<b>听潮客 回复了你' }]);
  await emit('comment.shown', shown({ memberId: author.memberId }));
  expect(await told(author)).toHaveLength(1);
});

test('a comment that is shown again after it was hidden is told to nobody', async () => {
  await emit('comment.shown', shown({ isFirst: false, answeredMemberId: answered.memberId }));
  expect(await told(answered)).toEqual([]);
});

test('what was told of a hidden comment quotes it no more, and its writer learns why', async () => {
  const comment = shown({ answeredMemberId: answered.memberId });
  await emit('comment.shown', comment);
  const hidden = {
    id: comment.id,
    postId: '7',
    memberId: writer.memberId,
    by: 'staff' as const,
    reason: '广告',
  };
  await emit('comment.hidden', hidden);
  expect(await told(answered)).toMatchObject([{ body: '这条评论已不再显示。' }]);
  expect(await told(writer)).toMatchObject([
    { kind: 'review', title: '你的一条评论没有公开', body: '原因：广告' },
  ]);
});

test('a comment its writer deleted is quoted no more, without a word to them', async () => {
  const comment = shown();
  await emit('comment.shown', comment);
  await emit('comment.hidden', {
    id: comment.id,
    postId: '7',
    memberId: writer.memberId,
    by: 'writer',
    reason: '',
  });
  expect(await told(author)).toMatchObject([{ body: '这条评论已不再显示。' }]);
  expect(await told(writer)).toEqual([]);
});

test('likes of a comment are one notice that names the last two and counts the rest', async () => {
  const like = (likes: number, name: string): CommentLiked => ({
    id: '900',
    rootId: null,
    post: shown().post,
    excerpt: '我的评论',
    memberId: writer.memberId,
    likedByMemberId: name,
    likedByName: name,
    likes,
  });
  await emit('comment.liked', like(1, '甲'));
  expect(await told(writer)).toMatchObject([{ kind: 'like', title: '甲 赞了你的评论' }]);
  await emit('comment.liked', like(2, '乙'));
  expect(await told(writer)).toMatchObject([{ title: '乙、甲 赞了你的评论' }]);
  await emit('comment.liked', like(12, '丙'));
  expect(await told(writer)).toMatchObject([{ title: '丙、乙 等 12 人赞了你的评论' }]);
});
