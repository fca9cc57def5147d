import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { runOverlapping } from '#testing/run-overlapping.ts';
import { addPlan, asMember, orderFor, payOrderOf } from '#testing/sales.ts';
import { pricePlan } from './plans.ts';

let portal: Portal;
let finance: string;
let member: { token: string; memberId: string };
beforeAll(async () => {
  portal = await openPortal();
  finance = (await logIn(portal, { role: 'finance' })).token;
  member = await logIn(portal);
});
afterAll(() => portal.close());

const post = async (path: string, body: object, token = finance) =>
  (await portal.call(`POST ${path}`, { body, token })).body;
const get = async (path: string, query: Record<string, string> = {}, token: string | null = finance) =>
  (await portal.call(`GET ${path}`, { query, ...(token ? { token } : {}) })).body;
const plan = { scope: 'vip', name: '年卡', months: 12, price: 29_800, firstPrice: 19_800 };
const offer = async (id: string, token: string | null) =>
  (await get('/reception/getPlans', {}, token)).data.find((one: { id: string }) => one.id === id);

describe('plans', () => {
  test('show the caller’s price: the first-time price or, after an earlier membership, the regular one', async () => {
    const { data } = await post('/admin/plan/save', plan);
    expect(await offer(data.id, null)).toMatchObject({ price: 29_800, yourPrice: 19_800, isAvailable: true });
    expect(await offer(data.id, member.token)).toMatchObject({ yourPrice: 19_800 });
    const had = await logIn(portal, { vipDays: 1 });
    expect(await offer(data.id, had.token)).toMatchObject({ yourPrice: 29_800 });
  });

  test('are sold as a gift at the regular price, whatever the buyer had', async () => {
    const { data } = await post('/admin/plan/save', plan);
    const had = await logIn(portal, { vipDays: 1 });
    const newcomer = await logIn(portal);
    for (const [{ memberId }, isGift, price] of [
      [newcomer, false, 19_800],
      [newcomer, true, 29_800],
      [had, false, 29_800],
      [had, true, 29_800],
    ] as const) {
      const priced = await pricePlan(portal.ctx.db, { planId: data.id, memberId, isGift });
      expect([isGift, priced.price]).toEqual([isGift, price]);
    }
    const trial = await addPlan(portal, { months: null, days: 3, is_trial: true });
    await expect(
      pricePlan(portal.ctx.db, { planId: trial, memberId: newcomer.memberId, isGift: true }),
    ).rejects.toThrow('体验套餐不能作为礼物');
  });

  test('of a trial are available once per member, and not after a membership', async () => {
    const { data } = await post('/admin/plan/save', {
      scope: 'vip',
      name: '体验',
      days: 3,
      price: 100,
      isTrial: true,
    });
    const person = await logIn(portal);
    const ctx = asMember(portal.ctx, person.memberId);
    const order = () => orderFor(ctx, { thing: `plan:${data.id}` });
    await payOrderOf(ctx, await order());
    expect(await offer(data.id, person.token)).toMatchObject({ isAvailable: false });
    await expect(order()).rejects.toThrow('每人限一次');
    const year = (await post('/admin/plan/save', plan)).data.id;
    expect(await offer(year, person.token)).toMatchObject({ yourPrice: 19_800 });
  });

  test('of a column include its name and can be filtered by it', async () => {
    await defineColumns(portal.ctx, [{ id: '61', columnName: '深度调研' }]);
    const { data } = await post('/admin/plan/save', {
      scope: 'column',
      columnId: '61',
      name: '季度',
      months: 3,
      price: 6000,
    });
    const of = async (columnId: string) =>
      (await get('/reception/getPlans', { columnId }, null)).data.filter(
        ({ scope }: { scope: string }) => scope === 'column',
      );
    expect(await of('61')).toMatchObject([{ id: data.id, columnId: '61', columnName: '深度调研' }]);
    expect(await of('1')).toEqual([]);
  });

  test('that are inactive are visible to staff only', async () => {
    const { data } = await post('/admin/plan/save', plan);
    await post('/admin/plan/save', { ...plan, id: data.id, isActive: false });
    expect(await offer(data.id, null)).toBeUndefined();
    const all = (await get('/admin/plan/list')).data;
    expect(all.find(({ id }: { id: string }) => id === data.id)).toMatchObject({ isActive: false });
  });

  test.each([
    [{ price: 0 }, '价格'],
    [{ price: -1 }, '价格'],
    [{ price: 0.5 }, '价格'],
    [{ price: 10_000_001 }, '价格'],
    [{ firstPrice: 0 }, '首次价格'],
    [{ firstPrice: -1 }, '首次价格'],
    [{ months: null }, '月数'],
    [{ days: 3 }, '月数'],
    [{ months: 121 }, '月数'],
    [{ scope: 'post' }, '类型'],
    [{ scope: 'column' }, '栏目'],
    [{ columnId: '2' }, '栏目'],
    [{ scope: 'column', columnId: '999' }, '栏目不存在'],
    [{ name: ' ' }, '名称'],
    [{ isTrial: true }, '首次价格'],
  ])('with %j are rejected with the field’s name, and nothing is written', async (changes, message) => {
    const before = (await get('/admin/plan/list')).data.length;
    expect(await post('/admin/plan/save', { ...plan, ...changes })).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
    expect((await get('/admin/plan/list')).data).toHaveLength(before);
  });

  test('cannot change their scope, and an unknown plan returns 404', async () => {
    const id = await addPlan(portal);
    const changed = { ...plan, id, scope: 'column', columnId: '2' };
    expect(await post('/admin/plan/save', changed)).toMatchObject({ code: 400 });
    expect(await post('/admin/plan/save', { ...plan, id: '999999' })).toMatchObject({ code: 404 });
  });
});

describe('coupon calls for staff', () => {
  const coupon = { code: 'spring８', name: '春季', amountOff: 500 };
  const save = (changes: object = {}) => post('/admin/coupon/save', { ...coupon, ...changes });

  test('save, find by code in any notation, and deactivate a coupon', async () => {
    const { data } = await save();
    expect((await get('/admin/coupon/list', { keyword: 'Spring8' })).data.records).toMatchObject([
      { id: data.id, code: 'SPRING8', amountOff: 500, used: 0, isActive: true },
    ]);
    expect(await save()).toMatchObject({ code: 409 });
    expect(await post('/admin/coupon/setActive', { id: data.id, isActive: false })).toMatchObject({
      code: 200,
    });
    expect(await post('/admin/coupon/setActive', { id: '99999', isActive: false })).toMatchObject({
      code: 404,
    });
    expect(await save({ id: data.id, name: '夏季' })).toMatchObject({ code: 200 });
    expect((await get('/admin/coupon/list', { keyword: 'SPRING8' })).data.records[0].name).toBe('夏季');
  });

  test('limit a coupon to an existing plan, column or post and return its name', async () => {
    const [year, column] = [
      await addPlan(portal, { name: '年卡' }),
      await addPlan(portal, { scope: 'column', column_id: '2' }),
    ];
    const postId = await addPost(portal, { title: '只减这篇' });
    await save({ code: 'NARROW1', scope: 'vip', targetId: year });
    await save({ code: 'NARROW2', scope: 'column', targetId: '2' });
    await save({ code: 'NARROW3', scope: 'post', targetId: postId });
    await save({ code: 'NARROW4', scope: 'vip' });
    const { records } = (await get('/admin/coupon/list', { size: '4' })).data;
    const names = records.map(({ targetName }: { targetName: string }) => targetName);
    expect(names).toEqual(['', '只减这篇', '脱水研报', '年卡']);
    for (const wrong of [
      { scope: 'vip', targetId: column },
      { scope: 'vip', targetId: '999999' },
      { scope: 'column', targetId: '999999' },
      { scope: 'post', targetId: '999999' },
    ])
      expect(await save({ code: 'NARROW5', ...wrong })).toMatchObject({
        code: 400,
        msg: '适用对象不存在，或还没有发布',
      });
  });

  test.each(['draft', 'withdrawn'])('are not made for a %s post, nor are redeem codes', async (state) => {
    const targetId = await addPost(portal, { access: 'paid', price: 900 });
    await portal.ctx.db.updateTable('posts').set({ state }).where('id', '=', targetId).execute();
    const refusal = { code: 400, field: 'targetId', msg: expect.stringContaining('还没有发布') };
    expect(await save({ code: 'HIDDEN1', scope: 'post', targetId })).toMatchObject(refusal);
    const batch = { name: '赠阅', scope: 'post', targetId, count: 1 };
    expect(await post('/admin/redeem/create', batch)).toMatchObject(refusal);
  });

  test('are made for a scheduled post, and can be switched off after their post was withdrawn', async () => {
    const targetId = await addPost(portal, { access: 'paid', price: 900 });
    const setState = (state: string) =>
      portal.ctx.db.updateTable('posts').set({ state }).where('id', '=', targetId).execute();
    await setState('scheduled');
    const coupon = { code: 'SOON1', scope: 'post', targetId };
    const { code, data } = await save(coupon);
    expect(code).toBe(200);
    await setState('withdrawn');
    expect(await save({ ...coupon, id: data.id, isActive: false })).toMatchObject({ code: 200 });
  });

  test('list coupons and continue at the cursor', async () => {
    for (const code of ['PAGE1', 'PAGE2', 'PAGE3']) await save({ code });
    const first = (await get('/admin/coupon/list', { size: '2' })).data;
    const next = (await get('/admin/coupon/list', { size: '2', cursor: first.cursor })).data;
    expect(first.records.map(({ code }: { code: string }) => code)).toEqual(['PAGE3', 'PAGE2']);
    expect(next.records[0].code).toBe('PAGE1');
  });

  test.each([
    [{ code: 'A' }, '优惠码'],
    [{ code: '中文码码' }, '优惠码'],
    [{ amountOff: null }, '减免金额'],
    [{ amountOff: 0 }, '减免金额'],
    [{ amountOff: -500 }, '减免金额'],
    [{ amountOff: null, percentOff: 0 }, '减免百分比'],
    [{ leastPrice: -1 }, '最低金额'],
    [{ percentOff: 10 }, '减免金额'],
    [{ amountOff: null, percentOff: 100 }, '减免百分比'],
    [{ totalLimit: 0 }, '总次数'],
    [{ targetId: '1' }, '适用对象'],
    [{ startsAt: '2027-01-02', endsAt: '2027-01-01' }, '结束时间'],
    [{ endsAt: 'tomorrow' }, '结束时间'],
  ])('reject %j and name the field', async (changes, message) => {
    expect(await save({ code: 'WRONG1', ...changes })).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
  });
});

describe('redeem codes', () => {
  const createBatch = async (changes: object = {}) =>
    (await post('/admin/redeem/create', { name: '年会', scope: 'vip', days: 30, count: 3, ...changes })).data;
  const redeem = (code: string, token: string) => post('/member/redeemCode', { code }, token);

  test('give VIP once, however they are typed and also in concurrent calls', async () => {
    const { id, codes } = await createBatch();
    expect(new Set(codes).size).toBe(3);
    const [one, two] = [await logIn(portal), await logIn(portal)];
    const typed = ` ${codes[0].toLowerCase().replaceAll('-', ' ')} `;
    const answers = await runOverlapping(
      portal,
      (trx) => trx.selectFrom('redeem_codes').select('id').where('batch_id', '=', id).forUpdate().execute(),
      [() => redeem(typed, one.token), () => redeem(codes[0], two.token)],
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(await redeem(typed, one.token)).toMatchObject({ code: 409 });
    const winner = answers.find(({ code }) => code === 200);
    expect(winner.data).toMatchObject({ scope: 'vip', name: '年会', endsAt: expect.any(String) });
    const page = (await get('/admin/redeem/codes', { batchId: id })).data;
    expect(page.records.map(({ state }: { state: string }) => state).sort()).toEqual([
      'open',
      'open',
      'redeemed',
    ]);
    const batches = (await get('/admin/redeem/batches')).data.records;
    expect(batches[0]).toMatchObject({ id, codes: 3, redeemed: 1, revoked: 0 });
  });

  test('give nothing to the member of staff who made them and has seen them', async () => {
    const { codes } = await createBatch({ count: 1 });
    expect(await redeem(codes[0], finance)).toMatchObject({
      code: 409,
      msg: '这是你自己生成的兑换码，不能给自己用；请把它交给读者',
    });
    expect((await get('/member/memberships')).data).toEqual([]);
    expect(await redeem(codes[0], (await logIn(portal)).token)).toMatchObject({ code: 200 });
  });

  test('name a post that is not published by its number only, as coupons do', async () => {
    const postId = await addPost(portal, { title: '未公开的题目', access: 'paid', price: 900 });
    await createBatch({ scope: 'post', targetId: postId, days: null, count: 1 });
    const coupon = { code: 'HIDDEN', name: '暗', amountOff: 500, scope: 'post', targetId: postId };
    await post('/admin/coupon/save', coupon);
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const names = async (token: string) => [
      (await get('/admin/redeem/batches', {}, token)).data.records[0].targetName,
      (await get('/admin/coupon/list', { keyword: 'HIDDEN' }, token)).data.records[0].targetName,
    ];
    expect(await names(finance)).toEqual(['未公开的题目', '未公开的题目']);
    await post('/admin/post/withdraw', { id: postId }, admin);
    expect(await names(finance)).toEqual([`没有发布的内容 ${postId}`, `没有发布的内容 ${postId}`]);
    expect(await names(admin)).toEqual(['未公开的题目', '未公开的题目']);
  });

  test('give a post or a column', async () => {
    const postId = await addPost(portal, { access: 'paid', price: 900 });
    const person = await logIn(portal);
    const forPost = await createBatch({ scope: 'post', targetId: postId, days: null, count: 1 });
    expect((await redeem(forPost.codes[0], person.token)).data).toMatchObject({
      scope: 'post',
      targetId: postId,
      endsAt: null,
    });
    const forColumn = await createBatch({ scope: 'column', targetId: '2', count: 1 });
    await redeem(forColumn.codes[0], person.token);
    expect((await get('/member/memberships', {}, person.token)).data).toMatchObject([
      { scope: 'column', columnId: '2', name: '脱水研报 订阅' },
    ]);
    const read = await portal.call('POST /reception/article/selectArticle', {
      query: { id: postId },
      token: person.token,
    });
    expect(read.body.data.locked).toBe(false);
  });

  test('are stored as hashes', async () => {
    const { codes } = await createBatch({ count: 1 });
    const rows = await portal.ctx.db.selectFrom('redeem_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(codes[0].replaceAll('-', ''));
  });

  test('give nothing once revoked or expired', async () => {
    const person = await logIn(portal);
    const { id, codes } = await createBatch({ count: 2 });
    await redeem(codes[0], person.token);
    expect((await post('/admin/redeem/revoke', { batchId: id })).data).toEqual({ revoked: 1 });
    expect(await redeem(codes[1], person.token)).toMatchObject({ code: 409, msg: '兑换码已作废' });
    expect(await post('/admin/redeem/revoke', { batchId: '99999' })).toMatchObject({ code: 404 });
    const old = await createBatch({ count: 1, expiresAt: '2099-01-01' });
    await portal.ctx.db
      .updateTable('redeem_batches')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', old.id)
      .execute();
    expect(await redeem(old.codes[0], person.token)).toMatchObject({ code: 409, msg: '兑换码已过期' });
  });

  test('allow ten wrong ones in 15 minutes, also concurrently, and do not count right ones', async () => {
    const person = await logIn(portal);
    const { codes } = await createBatch({ count: 2 });
    expect(await redeem(codes[0], person.token)).toMatchObject({ code: 200 });
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, place) => redeem(`WRONG${place}`, person.token)),
    );
    expect(answers.filter(({ code }) => code === 400)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(4);
    expect(await redeem(codes[1], person.token)).toMatchObject({ code: 429 });
    expect(await redeem(codes[1], (await logIn(portal)).token)).toMatchObject({ code: 200 });
  });

  test.each([
    [{ count: 0 }, '数量'],
    [{ count: 1001 }, '数量'],
    [{ days: null }, '月数'],
    [{ targetId: '2' }, '兑换对象'],
    [{ scope: 'post', days: null, targetId: '999999999' }, '兑换对象不存在'],
    [{ scope: 'post', targetId: '1' }, '月数'],
    [{ expiresAt: '2020-01-01' }, '有效期'],
  ])('a batch with %j is rejected and names the field', async (changes, message) => {
    const answer = await post('/admin/redeem/create', {
      name: '年会',
      scope: 'vip',
      days: 30,
      count: 3,
      ...changes,
    });
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
  });

  test('a code without letters and digits is rejected as missing', async () => {
    expect(await redeem(' - ', member.token)).toMatchObject({ code: 400, msg: '请填写兑换码' });
  });
});

test('actions of staff are audited without the codes', async () => {
  const { data } = await post('/admin/redeem/create', { name: '密', scope: 'vip', days: 1, count: 1 });
  const rows = await portal.ctx.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('target', '=', `redeem:${data.id}`)
    .execute();
  expect(rows).toMatchObject([{ action: 'redeem.create', after: { name: '密', count: 1 } }]);
  expect(JSON.stringify(rows)).not.toContain(data.codes[0]);
});

test('the audit entry of a changed plan or coupon contains only the changed fields, including amounts', async () => {
  const newest = async (target: string) =>
    portal.ctx.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('target', '=', target)
      .orderBy('id', 'desc')
      .executeTakeFirst();
  const { id } = (await post('/admin/plan/save', plan)).data;
  expect(await newest(`plan:${id}`)).toMatchObject({
    action: 'plan.create',
    after: { price: 29_800, firstPrice: 19_800, months: 12 },
  });
  await post('/admin/plan/save', { ...plan, id, firstPrice: 9_900 });
  expect(await newest(`plan:${id}`)).toEqual({
    action: 'plan.save',
    before: { firstPrice: 19_800 },
    after: { firstPrice: 9_900 },
  });
  const coupon = { code: 'AUDIT1', name: '记录', amountOff: 500 };
  const { data } = await post('/admin/coupon/save', coupon);
  await post('/admin/coupon/save', { ...coupon, id: data.id, amountOff: 50_000 });
  expect(await newest(`coupon:${data.id}`)).toEqual({
    action: 'coupon.save',
    before: { amountOff: 500 },
    after: { amountOff: 50_000 },
  });
});

describe('permissions', () => {
  test.each([
    ['GET', '/admin/plan/list'],
    ['POST', '/admin/plan/save'],
    ['GET', '/admin/coupon/list'],
    ['POST', '/admin/coupon/save'],
    ['POST', '/admin/coupon/setActive'],
    ['GET', '/admin/redeem/batches'],
    ['POST', '/admin/redeem/create'],
    ['GET', '/admin/redeem/codes'],
    ['POST', '/admin/redeem/revoke'],
  ])('%s %s requires offers.manage before anything else', async (method, path) => {
    const statusFor = async (token?: string) =>
      (
        await portal.call(`${method} ${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await statusFor()).toBe(401);
    expect(await statusFor(member.token)).toBe(403);
    expect(await statusFor((await logIn(portal, { role: 'editor' })).token)).toBe(403);
    expect([200, 400]).toContain(await statusFor(finance));
  });

  test('a visitor cannot redeem codes or list memberships', async () => {
    expect((await portal.call('POST /member/redeemCode', { body: { code: 'x' } })).status).toBe(401);
    expect((await portal.call('GET /member/memberships')).status).toBe(401);
  });
});
