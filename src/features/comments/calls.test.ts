import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let jia: Person;
let yi: Person;
let reviewer: Person;

type Person = { token: string; memberId: string };

beforeAll(async () => {
  portal = await openPortal({ COMMENT_MODERATION: 'post', TRUST_PROXY: '1' });
  jia = await logInAs('甲');
  yi = await logInAs('乙');
  reviewer = await logInAs('小编', 'reviewer');
});
afterAll(() => portal.close());

async function logInAs(name: string, role?: string): Promise<Person> {
  const person = await logIn(portal, role ? { role } : {});
  await portal.ctx.db.updateTable('members').set({ name }).where('id', '=', person.memberId).execute();
  return person;
}

const add = (who: Person | null, body: Record<string, unknown>, headers = {}) =>
  portal.call('POST /member/addComment', { body, ...(who ? { token: who.token } : {}), headers });
const list = async (postId: string, who?: Person, query = {}) =>
  (
    await portal.call('GET /reception/comment/list', {
      query: { postId, ...query },
      ...(who ? { token: who.token } : {}),
    })
  ).body.data;
const callAs = (who: Person | null, call: string, body: Record<string, unknown>) =>
  portal.call(`POST ${call}`, { body, ...(who ? { token: who.token } : {}) });
/** A separate test covers rate limits; the others reset them. */
const resetRateLimits = () => portal.ctx.db.deleteFrom('rate_limits').execute();

async function addVisible(who: Person, body: Record<string, unknown>): Promise<string> {
  await resetRateLimits();
  const answer = await add(who, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.comment.id;
}

describe('writing comments', () => {
  test('shows a comment to everybody with its writer, province and time, and counts it', async () => {
    const postId = await addPost(portal);
    await resetRateLimits();
    const { body } = await add(
      jia,
      { postId, body: ' 第一句\r\n\n\n\n第二句𠮷👨‍👩‍👧 ' },
      { 'x-forwarded-for': '120.24.78.68' },
    );
    expect(body.data.comment).toMatchObject({
      postId,
      rootId: null,
      state: 'visible',
      writer: { name: '甲', avatar: null, mark: null },
      body: '第一句\n\n第二句𠮷👨‍👩‍👧',
      province: '广东',
      likes: 0,
      isOwn: true,
    });
    const seen = await list(postId);
    expect(seen).toMatchObject({
      total: 1,
      cursor: null,
      own: [],
      standing: { mayWrite: false, reason: 'login' },
    });
    expect(seen.records[0]).toMatchObject({ body: '第一句\n\n第二句𠮷👨‍👩‍👧', isOwn: false, replies: 0 });
    const { body: detail } = await portal.call('POST /reception/article/selectArticle', {
      query: { id: postId },
    });
    expect(detail.data.comments).toBe(1);
  });

  test('lists answers in their thread, two levels deep, and says what they answer', async () => {
    const postId = await addPost(portal);
    const root = await addVisible(jia, { postId, body: '起头' });
    const answer = await addVisible(yi, { postId, parentId: root, body: '答起头' });
    const deeper = await addVisible(jia, { postId, parentId: root, replyToId: answer, body: '答乙' });
    const deepest = await addVisible(yi, { postId, parentId: deeper, body: '再答甲' });
    const { records, total } = await list(postId);
    expect(total).toBe(4);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ id: root, replies: 3, repliesCursor: null });
    expect(
      records[0].firstReplies.map((one: { id: string; rootId: string; answers: unknown }) => [
        one.id,
        one.rootId,
        one.answers,
      ]),
    ).toEqual([
      [answer, root, null],
      [deeper, root, { id: answer, name: '乙' }],
      [deepest, root, { id: deeper, name: '甲' }],
    ]);
  });

  test.each([
    ['nothing', { body: '' }, '请填写评论'],
    ['invisible blanks', { body: ' \u200B\u3164 ' }, '请填写评论'],
    ['no text', { body: 5 }, '请填写评论'],
    ['1,001 characters', { body: '观'.repeat(1001) }, '评论过长，最多 1000 个字'],
    ['a pile of marks', { body: `a${'\u0301'.repeat(9)}` }, '评论里的附加符号过多'],
    ['a post id that is not a number', { postId: 'x', body: '好' }, '内容编号不正确，应为数字编号'],
    ['an answer to no number', { body: '好', parentId: '-1' }, '评论编号不正确，应为数字编号'],
    ['mentions that are no list', { body: '好', mentions: 'x' }, '提到的人应为会员编号的列表'],
    ['a crowd mentioned', { body: '好', mentions: ['1', '2', '3', '4', '5', '6'] }, '提到的人最多 5 个'],
  ])('refuses %s and changes nothing', async (_, input, message) => {
    const postId = await addPost(portal);
    await resetRateLimits();
    const answer = await add(jia, { postId, ...input });
    expect(answer.status).toBe(400);
    expect(answer.body.msg).toBe(message);
    expect((await list(postId)).total).toBe(0);
  });

  test('asks a visitor to log in and returns 404 for an unknown post', async () => {
    const postId = await addPost(portal);
    expect((await add(null, { postId, body: '好' })).status).toBe(401);
    await resetRateLimits();
    expect((await add(jia, { postId: '999999999', body: '好' })).status).toBe(404);
    const withdrawn = await addPost(portal);
    await addVisible(jia, { postId: withdrawn, body: '还在的时候' });
    await withdrawPost(portal.ctx, withdrawn);
    expect((await add(jia, { postId: withdrawn, body: '撤了以后' })).status).toBe(404);
    expect((await portal.call('GET /reception/comment/list', { query: { postId: withdrawn } })).status).toBe(
      404,
    );
  });

  test('lets only readers of the whole post comment, and shows comments with the teaser', async () => {
    const vip = await logIn(portal, { vipDays: 1 });
    const postId = await addPost(portal, { access: 'vip' });
    await resetRateLimits();
    const refused = await add(jia, { postId, body: '看不全' });
    expect([refused.status, refused.body.msg]).toEqual([403, '这篇是 VIP 内容，开通 VIP 后可以评论']);
    await addVisible(vip, { postId, body: '看全了' });
    expect(await list(postId, jia)).toMatchObject({
      total: 1,
      standing: { mayWrite: false, reason: 'locked' },
    });
    const paid = await addPost(portal, { access: 'paid', price: 900 });
    await resetRateLimits();
    expect((await add(vip, { postId: paid, body: '没买' })).body.msg).toBe('这篇是付费内容，购买后可以评论');
  });

  test('treats the same text within a minute as a double click', async () => {
    const postId = await addPost(portal);
    await resetRateLimits();
    const answers = await Promise.all([1, 2, 3].map(() => add(jia, { postId, body: '手抖了' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await list(postId)).total).toBe(1);
  });

  test('asks an account without a mobile number to bind one, unless the publisher does not require it', async () => {
    const postId = await addPost(portal);
    const bare = await logIn(portal);
    await portal.ctx.db
      .updateTable('members')
      .set({ mobile: 'none:1' })
      .where('id', '=', bare.memberId)
      .execute();
    const refused = await add(bare, { postId, body: '好' });
    expect([refused.status, refused.body.msg]).toEqual([
      403,
      '按照规定，绑定手机号后才能发表评论。请到“个人中心 › 我的资料”绑定',
    ]);
    expect((await list(postId, bare)).standing).toMatchObject({ mayWrite: false, reason: 'mobile' });
  });

  test('rejects the seventh comment within a minute', async () => {
    const postId = await addPost(portal);
    await resetRateLimits();
    for (let turn = 1; turn <= 6; turn += 1)
      expect((await add(jia, { postId, body: `第 ${turn} 条` })).status).toBe(200);
    const late = await add(jia, { postId, body: '第 7 条' });
    expect(late.status).toBe(429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect(late.body.msg).toMatch(/^每分钟最多发 6 条评论，请 \d+ 秒后再试$/);
    expect((await list(postId)).total).toBe(6);
    await portal.ctx.db
      .updateTable('rate_limits')
      .set({ hits: [new Date(Date.now() - 60_001)] })
      .execute();
    expect((await add(jia, { postId, body: '第 7 条' })).status).toBe(200);
  });
});

describe('answering comments that are not visible', () => {
  test('refuses answers to deleted and hidden comments and to what is below them', async () => {
    const postId = await addPost(portal);
    const root = await addVisible(jia, { postId, body: '起头' });
    const answer = await addVisible(yi, { postId, parentId: root, body: '先答上' });
    await resetRateLimits();
    await callAs(jia, '/member/deleteComment', { id: root });
    const late = await add(yi, { postId, parentId: root, body: '迟了' });
    expect([late.status, late.body.msg]).toEqual([409, '这条评论已被删除，不能回复']);
    const below = await add(jia, { postId, parentId: answer, body: '也迟了' });
    expect([below.status, below.body.msg]).toEqual([409, '这个讨论的第一条评论已被删除，不能再回复']);
    const other = await addVisible(jia, { postId, body: '另一条' });
    await callAs(reviewer, '/admin/comment/hide', { ids: [other], reason: '离题' });
    await resetRateLimits();
    const hidden = await add(yi, { postId, parentId: other, body: '答隐藏的' });
    expect([hidden.status, hidden.body.msg]).toEqual([409, '这条评论已被隐藏，不能回复']);
    const elsewhere = await add(yi, { postId: await addPost(portal), parentId: answer, body: '串门' });
    expect([elsewhere.status, elsewhere.body.msg]).toEqual([404, '要回复的评论不存在']);
    const nowhere = await add(yi, { postId, parentId: '99999999', body: '无' });
    expect(nowhere.status).toBe(404);
    const third = await addVisible(jia, { postId, body: '第三条' });
    await resetRateLimits();
    const mixed = await add(yi, {
      postId,
      parentId: third,
      replyToId: await addVisible(jia, { postId, body: '四' }),
      body: '混',
    });
    expect(mixed.status).toBe(400);
  });

  test('keeps a placeholder for a deleted root with answers, and none without', async () => {
    const postId = await addPost(portal);
    const root = await addVisible(jia, { postId, body: '要删的话' });
    await addVisible(yi, { postId, parentId: root, body: '留下的回答' });
    const lonely = await addVisible(jia, { postId, body: '没人理的话' });
    for (const id of [root, lonely, root])
      expect((await callAs(jia, '/member/deleteComment', { id })).status).toBe(200);
    const seen = await list(postId, jia);
    expect(seen.total).toBe(1);
    expect(seen.records).toHaveLength(1);
    expect(seen.records[0]).toMatchObject({
      id: root,
      state: 'deleted',
      writer: null,
      body: '',
      isOwn: false,
    });
    expect(JSON.stringify(seen)).not.toContain('要删的话');
    expect((await callAs(yi, '/member/deleteComment', { id: root })).status).toBe(403);
    expect((await callAs(yi, '/member/deleteComment', { id: '99999999' })).status).toBe(404);
    expect((await callAs(null, '/member/deleteComment', { id: root })).status).toBe(401);
  });
});

describe('comment text', () => {
  const nasty = [
    '<script>alert(1)</script>',
    '<img src=x onerror="alert(1)">',
    '"><svg/onload=alert(1)>',
    '[点我](javascript:alert(1))',
    '</textarea><b>粗</b>&amp;&#x3c;script&#x3e;',
    '{{constructor.constructor("alert(1)")()}}',
  ];
  test.each(nasty)('stays what was typed for readers, for staff and in the queue: %s', async (text) => {
    const postId = await addPost(portal);
    const id = await addVisible(jia, { postId, body: text });
    expect((await list(postId)).records[0].body).toBe(text);
    const adminList = await portal.call('GET /admin/comment/list', {
      token: reviewer.token,
      query: { shelf: 'all', postId },
    });
    expect(adminList.body.data.records[0]).toMatchObject({ id, body: text });
    expect(adminList.headers['content-type']).toContain('application/json');
  });

  test('loses characters that reverse or hide text', async () => {
    const postId = await addPost(portal);
    await addVisible(jia, { postId, body: 'abc\u202Edef\u0000\u200B\u2066x' });
    expect((await list(postId)).records[0].body).toBe('abcdefx');
  });
});

describe('mentions', () => {
  test("are limited to the post's writer and to participants", async () => {
    const writer = await logInAs('执笔人');
    const postId = await addPost(portal, { author: '执笔人署名' });
    await portal.ctx.db
      .updateTable('authors')
      .set({ member_id: writer.memberId })
      .where('name', '=', '执笔人署名')
      .execute();
    await addVisible(yi, { postId, body: '我来了' });
    const listMentionable = async (prefix: string) =>
      (await portal.call('GET /member/mentionable', { token: jia.token, query: { postId, prefix } })).body
        .data;
    expect(await listMentionable('')).toEqual([
      { id: writer.memberId, name: '执笔人', avatar: null, mark: 'author' },
      { id: yi.memberId, name: '乙', avatar: null, mark: null },
    ]);
    expect(await listMentionable('乙')).toHaveLength(1);
    expect(await listMentionable('%')).toEqual([]);
    await addVisible(jia, { postId, body: '@乙 你说呢 @执笔人', mentions: [yi.memberId, writer.memberId] });
    expect((await list(postId)).records[0].mentions.sort()).toEqual(['乙', '执笔人'].sort());
    await addVisible(jia, { postId, body: '名字又删掉了', mentions: [yi.memberId] });
    expect((await list(postId)).records[0].mentions).toEqual([]);
    await resetRateLimits();
    const stranger = await add(jia, { postId, body: '@小编 来看', mentions: [reviewer.memberId] });
    expect([stranger.status, stranger.body.msg]).toEqual([400, '只能提到这篇内容的作者和参与讨论的人']);
    expect((await portal.call('GET /member/mentionable', { query: { postId } })).status).toBe(401);
  });

  test("carry the badges of the post's writer and of staff", async () => {
    const writer = await logInAs('主笔');
    const postId = await addPost(portal, { author: '主笔署名' });
    await portal.ctx.db
      .updateTable('authors')
      .set({ member_id: writer.memberId })
      .where('name', '=', '主笔署名')
      .execute();
    await addVisible(writer, { postId, body: '我写的' });
    await addVisible(reviewer, { postId, body: '编辑部在此' });
    const { records } = await list(postId);
    expect(records.map((one: { writer: { mark: string } }) => one.writer.mark)).toEqual(['staff', 'author']);
  });
});

describe('reading comments', () => {
  test('pages through newest and hottest without missing any', async () => {
    const postId = await addPost(portal);
    const { db } = portal.ctx;
    const rows = Array.from({ length: 23 }, (_, index) => ({
      post_id: postId,
      member_id: jia.memberId,
      body: `第 ${index} 条`,
      state: 'visible',
    }));
    const ids = (await db.insertInto('comments').values(rows).returning('id').execute()).map(({ id }) => id);
    await db
      .insertInto('comment_likes')
      .values(
        [ids[4], ids[9]].map((comment_id) => ({ comment_id: comment_id ?? '', member_id: yi.memberId })),
      )
      .execute();
    await db
      .insertInto('comment_likes')
      .values({ comment_id: ids[9] ?? '', member_id: reviewer.memberId })
      .execute();
    const walk = async (sort: string) => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list(postId, undefined, { sort, size: '7', ...(cursor ? { cursor } : {}) });
        found.push(...page.records.map(({ id }: { id: string }) => id));
        cursor = page.cursor;
      }
      return found;
    };
    const newest = ids.toReversed();
    expect(await walk('newest')).toEqual(newest);
    const [hottest, second, ...rest] = await walk('hottest');
    expect([hottest, second]).toEqual([ids[9], ids[4]]);
    expect(rest).toEqual(newest.filter((id) => id !== ids[9] && id !== ids[4]));
  });

  test('loads answers beyond the first three on request', async () => {
    const postId = await addPost(portal);
    const root = await addVisible(jia, { postId, body: '起头' });
    const rows = Array.from({ length: 12 }, (_, index) => ({
      post_id: postId,
      root_id: root,
      member_id: yi.memberId,
      body: `答 ${index}`,
      state: 'visible',
    }));
    const ids = (await portal.ctx.db.insertInto('comments').values(rows).returning('id').execute()).map(
      ({ id }) => id,
    );
    const { records } = await list(postId);
    expect(records[0].firstReplies.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 3));
    const listReplies = async (cursor: string) =>
      (await portal.call('GET /reception/comment/replies', { query: { id: root, cursor, size: '6' } })).body
        .data;
    const second = await listReplies(records[0].repliesCursor);
    expect(second.records.map(({ id }: { id: string }) => id)).toEqual(ids.slice(3, 9));
    const third = await listReplies(second.cursor);
    expect(third).toMatchObject({ cursor: null });
    expect(third.records.map(({ id }: { id: string }) => id)).toEqual(ids.slice(9));
    const thread = await portal.call('GET /reception/comment/thread', { query: { id: ids[10] ?? '' } });
    expect(thread.body.data).toMatchObject({ id: root, replies: 12, firstReplies: [{ id: ids[10] }] });
    expect((await portal.call('GET /reception/comment/thread', { query: { id: '99999999' } })).status).toBe(
      404,
    );
    expect(
      (await portal.call('GET /reception/comment/replies', { query: { id: ids[0] ?? '' } })).status,
    ).toBe(404);
    expect(
      (await portal.call('GET /reception/comment/list', { query: { postId, cursor: 'x' } })).body.msg,
    ).toContain('游标');
    expect(
      (await portal.call('GET /reception/comment/list', { query: { postId, sort: 'x' } })).body.msg,
    ).toContain('排序');
  });
});

describe('likes and reports', () => {
  test('count correctly under a storm of 200 concurrent likes and unlikes, from one and from many members', async () => {
    const postId = await addPost(portal);
    const id = await addVisible(jia, { postId, body: '赞我' });
    await resetRateLimits();
    const storm = await Promise.all(
      Array.from({ length: 200 }, () => callAs(yi, '/member/likeComment', { id })),
    );
    expect(new Set(storm.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(storm.find(({ status }) => status === 429)?.headers['retry-after']).toBeDefined();
    expect((await list(postId, yi)).records[0]).toMatchObject({ likes: 1, liked: true });
    const crowd = await portal.ctx.db
      .insertInto('members')
      .values(
        Array.from({ length: 100 }, (_, index) => ({
          mobile: `171${String(index).padStart(8, '0')}`,
          name: `众${index}`,
        })),
      )
      .returning('id')
      .execute();
    await portal.ctx.db
      .insertInto('comment_likes')
      .values(crowd.map(({ id: member_id }) => ({ comment_id: id, member_id })))
      .execute();
    expect((await list(postId)).records[0].likes).toBe(101);
    await resetRateLimits();
    await Promise.all(
      Array.from({ length: 40 }, (_, turn) =>
        callAs(yi, turn % 2 ? '/member/likeComment' : '/member/unlikeComment', { id }),
      ),
    );
    await callAs(yi, '/member/unlikeComment', { id });
    expect((await list(postId, yi)).records[0]).toMatchObject({ likes: 100, liked: false });
  });

  test('are refused for comments that are not visible', async () => {
    const postId = await addPost(portal);
    const id = await addVisible(jia, { postId, body: '将被隐藏' });
    await callAs(reviewer, '/admin/comment/hide', { ids: [id], reason: '离题' });
    expect((await callAs(yi, '/member/likeComment', { id })).body.msg).toBe('这条评论已被隐藏，不能点赞');
    expect((await callAs(yi, '/member/reportComment', { id, reason: 'spam' })).status).toBe(409);
    expect((await callAs(yi, '/member/likeComment', { id: '99999999' })).status).toBe(404);
    expect((await callAs(null, '/member/likeComment', { id })).status).toBe(401);
    expect((await callAs(yi, '/member/likeComment', { id: 'x' })).status).toBe(400);
  });

  test('are limited to ten reports a minute', async () => {
    const postId = await addPost(portal);
    const id = await addVisible(jia, { postId, body: '举报我' });
    await resetRateLimits();
    const report = () => callAs(yi, '/member/reportComment', { id, reason: 'spam' });
    for (let turn = 1; turn <= 10; turn += 1) expect((await report()).status).toBe(200);
    const late = await report();
    expect(late.status).toBe(429);
    expect(late.body.msg).toMatch(/^每分钟最多举报 10 次，请 \d+ 秒后再试$/);
    await resetRateLimits();
    expect((await report()).status).toBe(200);
  });

  test("require a valid reason, count once per member, and exclude one's own comments", async () => {
    const postId = await addPost(portal);
    const id = await addVisible(jia, { postId, body: '广告加微信' });
    expect((await callAs(yi, '/member/reportComment', { id, reason: 'x' })).body.msg).toContain('举报原因');
    expect((await callAs(yi, '/member/reportComment', { id, reason: 'other' })).body.msg).toBe(
      '请在补充说明里写明举报的原因',
    );
    expect((await callAs(jia, '/member/reportComment', { id, reason: 'spam' })).status).toBe(400);
    expect((await callAs(null, '/member/reportComment', { id, reason: 'spam' })).status).toBe(401);
    for (const note of ['第一次', '第二次'])
      expect((await callAs(yi, '/member/reportComment', { id, reason: 'spam', note })).status).toBe(200);
    const { body } = await portal.call('GET /admin/comment/list', {
      token: reviewer.token,
      query: { shelf: 'reported', postId },
    });
    expect(body.data.records).toMatchObject([
      { id, reportCount: 1, reports: [{ reason: 'spam', note: '第一次', by: '乙' }] },
    ]);
  });
});
