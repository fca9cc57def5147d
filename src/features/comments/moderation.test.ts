import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { notifiedBy } from '#testing/purges.ts';
import type { CommentHidden, CommentShown } from './events.ts';
import { commentsChannel } from './index.ts';

let portal: Portal;
let jia: Person;
let yi: Person;
let reviewer: Person;
let operator: Person;
let shown: CommentShown[];
let hidden: CommentHidden[];

type Person = { token: string; memberId: string };

beforeAll(async () => {
  portal = await openPortal();
  shown = [];
  hidden = [];
  portal.app.events.on('comment.shown', async (_, __, event) => void shown.push(event));
  portal.app.events.on('comment.hidden', async (_, __, event) => void hidden.push(event));
  [jia, yi] = [await logIn(portal), await logIn(portal)];
  reviewer = await logIn(portal, { role: 'reviewer' });
  operator = await logIn(portal, { role: 'operator' });
  await portal.ctx.db
    .insertInto('sensitive_words')
    .values([
      { word: '内幕消息', level: 'review' },
      { word: '包赚不赔', level: 'block' },
    ])
    .execute();
});
afterAll(() => portal.close());

const callAs = (who: Person | null, call: string, body: Record<string, unknown>) =>
  portal.call(`POST ${call}`, { body, ...(who ? { token: who.token } : {}) });
const list = async (postId: string, who?: Person) =>
  (
    await portal.call('GET /reception/comment/list', {
      query: { postId },
      ...(who ? { token: who.token } : {}),
    })
  ).body.data;
const listForAdmin = async (query: Record<string, string>) =>
  (await portal.call('GET /admin/comment/list', { token: reviewer.token, query })).body.data;
const stateOf = async (id: string) =>
  (await portal.ctx.db.selectFrom('comments').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;
const openItems = async (id: string) =>
  (
    await portal.ctx.db
      .selectFrom('review_items')
      .select('state')
      .where('target', '=', `comment:${id}`)
      .execute()
  ).map(({ state }) => state);

async function addVisible(who: Person, body: Record<string, unknown>): Promise<string> {
  await portal.ctx.db.deleteFrom('rate_limits').execute();
  const answer = await callAs(who, '/member/addComment', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.comment.id;
}

async function setRules(values: Record<string, unknown>) {
  const admin = await logIn(portal, { role: 'admin' });
  const { body } = await portal.call('GET /admin/settings/list', { token: admin.token });
  const base = body.data.groups.find(({ name }: { name: string }) => name === 'comments').updatedAt;
  const saved = await portal.call('POST /admin/settings/save', {
    token: admin.token,
    body: {
      group: 'comments',
      base,
      values: { isOpen: true, moderation: 'pre', isMobileRequired: true, ...values },
    },
  });
  expect(saved.status, saved.text).toBe(200);
}

describe('review before display, the default', () => {
  test('shows a pending comment to its writer only until a reviewer approves it', async () => {
    const postId = await addPost(portal);
    const id = await addVisible(jia, { postId, body: '等等看' });
    expect(await list(postId)).toMatchObject({ total: 0, records: [], own: [] });
    expect((await list(postId, yi)).own).toEqual([]);
    expect(await list(postId, jia)).toMatchObject({
      total: 0,
      records: [],
      own: [{ id, state: 'pending', isOwn: true }],
      standing: { mayWrite: true, isReviewed: true },
    });
    expect((await callAs(yi, '/member/addComment', { postId, parentId: id, body: '抢答' })).status).toBe(404);
    expect((await callAs(jia, '/member/addComment', { postId, parentId: id, body: '自答' })).body.msg).toBe(
      '这条评论还在审核，通过后才能回复',
    );
    expect((await callAs(yi, '/member/likeComment', { id })).status).toBe(404);
    const { records } = await listForAdmin({ shelf: 'pending', postId });
    expect(records).toMatchObject([{ id, heldFor: '先审后发', writer: { id: jia.memberId } }]);
    const outcome = await callAs(reviewer, '/admin/comment/show', { ids: [id] });
    expect(outcome.body.data).toEqual({ changed: 1, refused: [] });
    expect(await list(postId)).toMatchObject({ total: 1, records: [{ id, state: 'visible' }] });
    expect(await openItems(id)).toEqual(['approved']);
    expect(shown.filter((event) => event.id === id)).toMatchObject([
      { isFirst: true, memberId: jia.memberId },
    ]);
  });

  test('reaches the pages that readers have open: nothing while pending, then each change that they see', async () => {
    const postId = await addPost(portal);
    let id = '';
    const decide = (verb: 'show' | 'hide') => () =>
      callAs(reviewer, `/admin/comment/${verb}`, { ids: [id], ...(verb === 'hide' && { reason: '跑题' }) });
    const changes: [string, object[], () => Promise<unknown>][] = [
      [
        'a pending comment',
        [],
        async () => {
          id = await addVisible(jia, { postId, body: '等审核' });
        },
      ],
      ['hidden before it was shown', [], decide('hide')],
      ['shown', [{ total: 1, shown: '' }], decide('show')],
      ['hidden again', [{ total: 0, hidden: '' }], decide('hide')],
      ['shown again', [{ total: 1, shown: '' }], decide('show')],
      [
        'deleted by its writer',
        [{ total: 0, hidden: '' }],
        () => callAs(jia, '/member/deleteComment', { id }),
      ],
    ];
    for (const [name, expected, change] of changes) {
      const payloads = await notifiedBy(portal, commentsChannel, change);
      const received = payloads.map((payload) => JSON.parse(payload.replaceAll(`"${id}"`, '""')));
      expect(received, name).toEqual(
        expected.map((one) => ({ tenantId: portal.ctx.tenant.id, postId, ...one })),
      );
    }
  });

  test('can be decided in the queue of all reviews too', async () => {
    const postId = await addPost(portal);
    const [good, bad] = [
      await addVisible(jia, { postId, body: '好话' }),
      await addVisible(jia, { postId, body: '坏话' }),
    ];
    const { body } = await portal.call('GET /admin/moderation/list', {
      token: reviewer.token,
      query: { kind: 'comment' },
    });
    const itemOf = (id: string) =>
      body.data.records.find(({ target }: { target: string }) => target === `comment:${id}`);
    const halfway = { id: itemOf(good).id, decision: 'changes', note: '改改' };
    expect((await callAs(reviewer, '/admin/moderation/decide', halfway)).status).toBe(400);
    expect(await stateOf(good)).toBe('pending');
    await callAs(reviewer, '/admin/moderation/decide', { id: itemOf(good).id, decision: 'approved' });
    await callAs(reviewer, '/admin/moderation/decide', {
      id: itemOf(bad).id,
      decision: 'rejected',
      note: '人身攻击',
    });
    expect(await list(postId, jia)).toMatchObject({
      total: 1,
      records: [{ id: good }],
      own: [{ id: bad, state: 'hidden', reason: '人身攻击' }],
    });
    expect((await list(postId, yi)).own).toEqual([]);
    expect(hidden.filter((event) => event.id === bad)).toEqual([
      { id: bad, postId, memberId: jia.memberId, by: 'staff', reason: '人身攻击' },
    ]);
  });

  test("shows a moderator's comment at once but does not let them approve their own held words", async () => {
    const postId = await addPost(portal);
    const id = await addVisible(reviewer, { postId, body: '编辑部回应' });
    expect(await stateOf(id)).toBe('visible');
    const held = await addVisible(reviewer, { postId, body: '这是内幕消息' });
    expect(await stateOf(held)).toBe('pending');
    const { body } = await callAs(reviewer, '/admin/comment/show', { ids: [held] });
    expect(body.data).toEqual({
      changed: 0,
      refused: [{ id: held, message: '不能审核自己送审的内容，请另一位审核员处理' }],
    });
  });

  test('removes a deleted pending comment from the queue', async () => {
    const postId = await addPost(portal);
    const id = await addVisible(jia, { postId, body: '算了' });
    await callAs(jia, '/member/deleteComment', { id });
    expect(await openItems(id)).toEqual(['cancelled']);
    expect(await list(postId, jia)).toMatchObject({ total: 0, own: [] });
  });

  test('refuses a blocked word and names it', async () => {
    const postId = await addPost(portal);
    const answer = await callAs(jia, '/member/addComment', { postId, body: '跟我买，包 赚 不 赔' });
    expect(answer.status).toBe(400);
    expect(answer.body.msg).toContain('（评论），请修改后再发布');
    expect(await listForAdmin({ shelf: 'all', postId })).toEqual({ records: [], cursor: null });
  });
});

describe('display before review', () => {
  test('shows a comment at once unless it contains a word that requires review', async () => {
    await setRules({ moderation: 'post' });
    const postId = await addPost(portal);
    expect(await stateOf(await addVisible(jia, { postId, body: '直接可见' }))).toBe('visible');
    const held = await addVisible(jia, { postId, body: '我有内幕消息' });
    expect(await stateOf(held)).toBe('pending');
    const { records } = await listForAdmin({ shelf: 'pending', postId });
    expect(records).toMatchObject([
      { id: held, heldFor: '含有需要审核的词：内幕消息', hits: [{ word: '内幕消息', level: 'review' }] },
    ]);
    await setRules({});
  });

  test('closes comments of the site or of one post: no new ones, existing ones stay', async () => {
    await setRules({ moderation: 'post' });
    const postId = await addPost(portal);
    await addVisible(jia, { postId, body: '关之前' });
    await setRules({ moderation: 'post', isOpen: false });
    const shut = await callAs(jia, '/member/addComment', { postId, body: '关之后' });
    expect([shut.status, shut.body.msg]).toEqual([403, '本站评论暂时关闭，已有的评论仍可阅读']);
    expect(await list(postId)).toMatchObject({ total: 1, standing: { reason: 'closed' } });
    await setRules({ moderation: 'post' });
    const editor = await logIn(portal, { role: 'editor' });
    const close = (isClosed: unknown, who: Person | null = editor, id = postId) =>
      callAs(who, '/admin/post/closeComments', { id, isClosed });
    expect((await close(true)).body.data).toEqual({ areCommentsClosed: true, comments: 1 });
    const alone = await callAs(jia, '/member/addComment', { postId, body: '单篇关了' });
    expect([alone.status, alone.body.msg]).toEqual([403, '编辑部关闭了这篇内容的评论，已有的评论仍可阅读']);
    expect((await close('x')).body.msg).toBe('关闭评论应为 true 或 false');
    expect((await close(true, editor, '99999999')).status).toBe(404);
    expect((await close(true, operator)).status).toBe(403);
    expect((await close(true, null)).status).toBe(401);
    await close(false);
    await addVisible(jia, { postId, body: '又开了' });
    const settings = await portal.call('GET /admin/post/talk', {
      token: editor.token,
      query: { id: postId },
    });
    expect(settings.body.data).toEqual({ areCommentsClosed: false, comments: 2 });
    await setRules({});
  });

  test('requires no mobile number if the publisher does not ask for one', async () => {
    await setRules({ moderation: 'post', isMobileRequired: false });
    const bare = await logIn(portal);
    await portal.ctx.db
      .updateTable('members')
      .set({ mobile: 'none:2' })
      .where('id', '=', bare.memberId)
      .execute();
    await addVisible(bare, { postId: await addPost(portal), body: '可以说' });
    await setRules({});
  });
});

describe('moderation in the back office', () => {
  test('hides and shows again with a reason for the writer, without notifying anybody twice', async () => {
    const postId = await addPost(portal);
    const id = await addVisible(reviewer, { postId, body: '先显示' });
    await addVisible(reviewer, { postId, parentId: id, body: '跟一句' });
    const hide = await callAs(operator, '/admin/comment/hide', { ids: [id], reason: '越权' });
    expect(hide.status).toBe(403);
    expect((await callAs(null, '/admin/comment/hide', { ids: [id], reason: '未登录' })).status).toBe(401);
    const admin = await logIn(portal, { role: 'admin' });
    await callAs(admin, '/admin/comment/hide', { ids: [id, id, '99999999'], reason: '离题' });
    const seen = await list(postId);
    expect(seen).toMatchObject({ total: 1, records: [{ id, state: 'hidden', writer: null, body: '' }] });
    expect(JSON.stringify(seen)).not.toContain('先显示');
    const again = await callAs(admin, '/admin/comment/show', { ids: [id] });
    expect(again.body.data).toEqual({ changed: 1, refused: [] });
    expect((await list(postId)).total).toBe(2);
    expect(shown.filter((event) => event.id === id).map(({ isFirst }) => isFirst)).toEqual([true, false]);
    const actions = await portal.ctx.db
      .selectFrom('audit_entries')
      .select('action')
      .where('target', '=', `comment:${id}`)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['comment.hide', 'comment.show']);
  });

  test('applies what it can of a batch and reports what it could not', async () => {
    const postId = await addPost(portal);
    const ids = [
      await addVisible(jia, { postId, body: '一' }),
      await addVisible(jia, { postId, body: '二' }),
    ];
    await callAs(jia, '/member/deleteComment', { id: ids[1] });
    const { body } = await callAs(reviewer, '/admin/comment/show', { ids: [...ids, '99999999'] });
    expect(body.data).toEqual({
      changed: 1,
      refused: [
        { id: ids[1], message: '已删除的评论不能再显示' },
        { id: '99999999', message: '没有这条评论' },
      ],
    });
    for (const [input, message] of [
      [{ ids: [] }, '请选择评论'],
      [{ ids: ['x'] }, '评论编号不正确，应为数字编号'],
      [{ ids: Array.from({ length: 101 }, (_, n) => String(n + 1)) }, '评论一次最多 100 条'],
    ] as const)
      expect((await callAs(reviewer, '/admin/comment/show', input)).body.msg).toBe(message);
    expect((await callAs(reviewer, '/admin/comment/hide', { ids })).body.msg).toBe('请填写理由');
    expect((await callAs(reviewer, '/admin/comment/delete', { ids, reason: '' })).body.msg).toBe(
      '请填写理由',
    );
  });

  test('deletes permanently, pending comments too, and settles their reports', async () => {
    const postId = await addPost(portal);
    const waiting = await addVisible(jia, { postId, body: '还在等' });
    await callAs(reviewer, '/admin/comment/delete', { ids: [waiting], reason: '广告' });
    expect([await stateOf(waiting), await openItems(waiting)]).toEqual(['deleted', ['cancelled']]);
    const id = await addVisible(reviewer, { postId, body: '被举报的' });
    await callAs(yi, '/member/reportComment', { id, reason: 'rumour', note: '不实' });
    const count = async () =>
      (await portal.call('GET /admin/comment/counts', { token: reviewer.token })).body.data.reported;
    const before = await count();
    expect((await callAs(reviewer, '/admin/comment/settle', { ids: [id] })).body.data.changed).toBe(1);
    expect(await count()).toBe(before - 1);
    expect((await listForAdmin({ shelf: 'reported', postId })).records).toEqual([]);
    expect(await stateOf(id)).toBe('visible');
  });

  test('finds comments by post, writer and shelf, page by page', async () => {
    const postId = await addPost(portal);
    const other = await logIn(portal);
    const ids = [];
    for (let turn = 0; turn < 5; turn += 1)
      ids.unshift(await addVisible(other, { postId, body: `第 ${turn}` }));
    const first = await listForAdmin({ shelf: 'all', memberId: other.memberId, size: '3' });
    const second = await listForAdmin({
      shelf: 'all',
      memberId: other.memberId,
      size: '3',
      cursor: first.cursor,
    });
    expect([...first.records, ...second.records].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(second.cursor).toBeNull();
    expect((await listForAdmin({ shelf: 'hidden', postId })).records).toEqual([]);
    const bad = await portal.call('GET /admin/comment/list', {
      token: reviewer.token,
      query: { shelf: 'x' },
    });
    expect(bad.body.msg).toContain('分类');
    expect((await portal.call('GET /admin/comment/list', { token: jia.token })).status).toBe(403);
    expect((await portal.call('GET /admin/comment/counts')).status).toBe(401);
  });

  test('keeps a muted member from commenting for a time, saying until when and why', async () => {
    const postId = await addPost(portal);
    const loud = await logIn(portal);
    const mute = (body: Record<string, unknown>, who: Person | null = reviewer) =>
      callAs(who, '/admin/comment/mute', { memberId: loud.memberId, hours: 24, reason: '刷屏', ...body });
    expect((await mute({ hours: 0 })).body.msg).toBe('禁言小时数应为 1 到 8760 的整数');
    expect((await mute({ reason: '' })).body.msg).toBe('请填写理由');
    expect((await mute({ memberId: '99999999' })).status).toBe(404);
    expect((await mute({ memberId: reviewer.memberId })).status).toBe(409);
    expect((await mute({}, operator)).status).toBe(403);
    expect((await mute({}, null)).status).toBe(401);
    expect((await mute({})).status).toBe(200);
    const refused = await callAs(loud, '/member/addComment', { postId, body: '还说' });
    expect(refused.status).toBe(403);
    expect(refused.body.msg).toMatch(/^你已被禁言至 \d{4}-\d\d-\d\d \d\d:\d\d，原因：刷屏$/);
    expect((await list(postId, loud)).standing).toMatchObject({ mayWrite: false, reason: 'muted' });
    const { body } = await portal.call('GET /admin/comment/mutes', { token: reviewer.token });
    expect(body.data).toMatchObject([{ member: { id: loud.memberId }, reason: '刷屏' }]);
    await portal.ctx.db
      .updateTable('comment_mutes')
      .set({ until: new Date(Date.now() - 1) })
      .execute();
    await addVisible(loud, { postId, body: '时间到了' });
    await mute({});
    for (let turn = 0; turn < 2; turn += 1)
      expect((await callAs(reviewer, '/admin/comment/unmute', { memberId: loud.memberId })).status).toBe(200);
    await addVisible(loud, { postId, body: '解除了' });
  });
});
