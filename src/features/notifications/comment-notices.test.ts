import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CommentLiked, CommentShown } from '#features/comments/events.ts';
import type { EventName } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { Events } from '#kernel/events.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { noticeData } from './index.ts';
import { notifyMembers } from './service.ts';

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
const listNotices = async ({ token }: Person) =>
  (await portal.call('GET /member/notices', { token })).body.data.records.map(
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
    repliedToMemberId: null,
    mentionedMemberIds: [],
    isFirst: true,
    ...changes,
  };
};

test('notifies the parent’s author, mentioned members and the post’s author once per comment, as plain text', async () => {
  const mentioned = await logIn(portal);
  const comment = shown({ repliedToMemberId: answered.memberId, mentionedMemberIds: [mentioned.memberId] });
  await emit('comment.shown', comment);
  await emit('comment.shown', comment);
  const link = `/120/detail?id=7#comment-${comment.id}`;
  const body = '五台机器 <script>';
  expect(await listNotices(answered)).toEqual([
    { kind: 'reply', title: '<b>听潮客 在《探矿钻机》里回复了你', body, link },
  ]);
  expect(await listNotices(mentioned)).toEqual([
    { kind: 'mention', title: '<b>听潮客 在《探矿钻机》的评论里提到了你', body, link },
  ]);
  expect(await listNotices(author)).toEqual([
    { kind: 'reply', title: '<b>听潮客 评论了你的《探矿钻机》', body, link },
  ]);
  expect(await listNotices(writer)).toEqual([]);
});

test('notifies an author once who is also answered, and never of their own comment', async () => {
  await emit('comment.shown', shown({ repliedToMemberId: author.memberId }));
  expect(await listNotices(author)).toMatchObject([{ title: '<b>听潮客 在《探矿钻机》里回复了你' }]);
  await emit('comment.shown', shown({ memberId: author.memberId }));
  expect(await listNotices(author)).toHaveLength(1);
});

test('notifies no one when a hidden comment is shown again', async () => {
  await emit('comment.shown', shown({ isFirst: false, repliedToMemberId: answered.memberId }));
  expect(await listNotices(answered)).toEqual([]);
});

test('redacts notices of a hidden comment, and tells its writer the reason', async () => {
  const comment = shown({ repliedToMemberId: answered.memberId });
  await emit('comment.shown', comment);
  const hidden = {
    id: comment.id,
    postId: await addPost(portal, { title: '海上风电' }),
    memberId: writer.memberId,
    by: 'staff' as const,
    reason: '广告',
  };
  await emit('comment.hidden', hidden);
  expect(await listNotices(answered)).toMatchObject([{ body: '这条评论已不再显示。' }]);
  expect(await listNotices(writer)).toMatchObject([
    { kind: 'review', title: '你在《海上风电》里的一条评论没有公开', body: '原因：广告' },
  ]);
});

test('redacts notices of a comment its writer deleted, without notifying the writer', async () => {
  const comment = shown();
  await emit('comment.shown', comment);
  await emit('comment.hidden', {
    id: comment.id,
    postId: '7',
    memberId: writer.memberId,
    by: 'commenter',
    reason: '',
  });
  expect(await listNotices(author)).toMatchObject([{ body: '这条评论已不再显示。' }]);
  expect(await listNotices(writer)).toEqual([]);
});

test('groups likes of a comment into one notice with the last two names and a count', async () => {
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
  expect(await listNotices(writer)).toMatchObject([
    { kind: 'like', title: '甲 赞了你在《探矿钻机》里的评论' },
  ]);
  await emit('comment.liked', like(2, '乙'));
  expect(await listNotices(writer)).toMatchObject([{ title: '乙、甲 赞了你在《探矿钻机》里的评论' }]);
  await emit('comment.liked', like(12, '丙'));
  expect(await listNotices(writer)).toMatchObject([{ title: '丙、乙 等 12 人赞了你在《探矿钻机》里的评论' }]);
});

test('a deleted member leaves no name and no words in the notices of others, nor in their exports', async () => {
  const name = '听潮客';
  const gone = await logIn(portal);
  const player = { id: gone.memberId, name, at: 7 };
  const addComment = async () => {
    const { id } = await portal.ctx.db
      .insertInto('comments')
      .values({ post_id: await addPost(portal), member_id: gone.memberId, body: '我的话', state: 'visible' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const comment = {
    ...shown({ repliedToMemberId: answered.memberId, mentionedMemberIds: [writer.memberId] }),
    ...{ id: await addComment(), memberId: gone.memberId, memberName: name, excerpt: '我的话' },
  };
  await emit('comment.shown', comment);
  for (const [likedByMemberId, likedByName] of [
    [gone.memberId, name],
    ['1', '甲'],
  ] as const)
    await emit('comment.liked', {
      ...{ id: '901', rootId: null, post: comment.post, excerpt: '别人的话', memberId: writer.memberId },
      ...{ likedByMemberId, likedByName, likes: 12 },
    });
  await inTransaction(portal.ctx, (trx) =>
    notifyMembers(portal.ctx, trx, [author.memberId], {
      ...{ kind: 'contest', title: `你关注的选手 ${name} 进入`, sourceKey: 'season:1:x:1', people: [player] },
    }),
  );
  const people = [answered, writer, author];
  const textOf = async () => JSON.stringify(await Promise.all(people.map(listNotices)));
  expect((await textOf()).match(/听潮客|我的话/g)).toHaveLength(8);

  await emit('member.deleted', { memberId: gone.memberId });
  expect(await textOf()).not.toMatch(/听潮客|我的话/);
  const rows = await portal.ctx.db.selectFrom('notices').selectAll().execute();
  expect(
    JSON.stringify(rows.filter(({ people }) => JSON.stringify(people)?.includes(gone.memberId))),
  ).not.toContain(name);
  for (const { memberId } of people)
    for (const part of noticeData)
      for await (const row of await part.read(portal.ctx, memberId))
        expect(JSON.stringify(row)).not.toMatch(/听潮客|我的话/);
  expect(await listNotices(writer)).toMatchObject([
    { title: '甲、已注销用户 等 12 人赞了你在《探矿钻机》里的评论', body: '别人的话' },
    { title: '已注销用户 在《探矿钻机》的评论里提到了你', body: '这条评论已不再显示。' },
  ]);
  expect((await listNotices(author))[0]).toMatchObject({ title: '你关注的选手 已注销用户 进入' });
});
