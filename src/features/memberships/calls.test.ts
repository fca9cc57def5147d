import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPlan, asMember, orderFor, payOrderOf } from '#testing/sales.ts';

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
  (await portal.ask(`POST ${path}`, { body, token })).body;
const get = async (path: string, query: Record<string, string> = {}, token: string | null = finance) =>
  (await portal.ask(`GET ${path}`, { query, ...(token ? { token } : {}) })).body;
const plan = { scope: 'vip', name: '年卡', months: 12, price: 29_800, firstPrice: 19_800 };
const offer = async (id: string, token: string | null) =>
  (await get('/reception/getPlans', {}, token)).data.find((one: { id: string }) => one.id === id);

describe('plans', () => {
  test('are shown with what they cost the caller: beginners pay the first price, others the price', async () => {
    const { data } = await post('/admin/plan/save', plan);
    expect(await offer(data.id, null)).toMatchObject({ price: 29_800, yourPrice: 19_800, isAvailable: true });
    expect(await offer(data.id, member.token)).toMatchObject({ yourPrice: 19_800 });
    const had = await logIn(portal, { vipDays: 1 });
    expect(await offer(data.id, had.token)).toMatchObject({ yourPrice: 29_800 });
  });

  test('a trial is one a member, and not for who had it', async () => {
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

  test('of a column are named by it and narrowed to it', async () => {
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

  test('that are no longer sold are not shown, but staff see them', async () => {
    const { data } = await post('/admin/plan/save', plan);
    await post('/admin/plan/save', { ...plan, id: data.id, isActive: false });
    expect(await offer(data.id, null)).toBeUndefined();
    const all = (await get('/admin/plan/list')).data;
    expect(all.find(({ id }: { id: string }) => id === data.id)).toMatchObject({ isActive: false });
  });

  test.each([
    [{ price: 0 }, '价格（price）'],
    [{ price: -1 }, '价格（price）'],
    [{ price: 0.5 }, '价格（price）'],
    [{ price: 10_000_001 }, '价格（price）'],
    [{ firstPrice: 0 }, '首次价格（firstPrice）'],
    [{ firstPrice: -1 }, '首次价格（firstPrice）'],
    [{ months: null }, '月数（months）'],
    [{ days: 3 }, '月数（months）'],
    [{ months: 121 }, '月数（months）'],
    [{ scope: 'post' }, '类型（scope）'],
    [{ scope: 'column' }, '栏目（columnId）'],
    [{ columnId: '2' }, '栏目（columnId）'],
    [{ scope: 'column', columnId: '999' }, '栏目（columnId）不存在'],
    [{ name: ' ' }, '名称（name）'],
    [{ isTrial: true }, '首次价格（firstPrice）'],
  ])('%j is refused by its field, and nothing is written', async (changes, message) => {
    const before = (await get('/admin/plan/list')).data.length;
    expect(await post('/admin/plan/save', { ...plan, ...changes })).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
    expect((await get('/admin/plan/list')).data).toHaveLength(before);
  });

  test('what a plan is of stays, and one that does not exist is not changed', async () => {
    const id = await addPlan(portal);
    const changed = { ...plan, id, scope: 'column', columnId: '2' };
    expect(await post('/admin/plan/save', changed)).toMatchObject({ code: 400 });
    expect(await post('/admin/plan/save', { ...plan, id: '999999' })).toMatchObject({ code: 404 });
  });
});

describe('coupons at the desk', () => {
  const coupon = { code: 'spring８', name: '春季', amountOff: 500 };
  const save = (changes: object = {}) => post('/admin/coupon/save', { ...coupon, ...changes });

  test('are saved, found by their code however it is typed, and switched off', async () => {
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

  test('are for one plan, column or piece, which is named, and exists', async () => {
    const [year, column] = [
      await addPlan(portal, { name: '年卡' }),
      await addPlan(portal, { scope: 'column', column_id: '2' }),
    ];
    const piece = await addPiece(portal, { title: '只减这篇' });
    await save({ code: 'NARROW1', scope: 'vip', targetId: year });
    await save({ code: 'NARROW2', scope: 'column', targetId: '2' });
    await save({ code: 'NARROW3', scope: 'post', targetId: piece });
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
        msg: '适用对象（targetId）不存在',
      });
  });

  test('go on at the cursor', async () => {
    for (const code of ['PAGE1', 'PAGE2', 'PAGE3']) await save({ code });
    const first = (await get('/admin/coupon/list', { size: '2' })).data;
    const next = (await get('/admin/coupon/list', { size: '2', cursor: first.cursor })).data;
    expect(first.records.map(({ code }: { code: string }) => code)).toEqual(['PAGE3', 'PAGE2']);
    expect(next.records[0].code).toBe('PAGE1');
  });

  test.each([
    [{ code: 'A' }, '优惠码（code）'],
    [{ code: '中文码码' }, '优惠码（code）'],
    [{ amountOff: null }, '减免金额（amountOff）'],
    [{ amountOff: 0 }, '减免金额（amountOff）'],
    [{ amountOff: -500 }, '减免金额（amountOff）'],
    [{ amountOff: null, percentOff: 0 }, '减免百分比（percentOff）'],
    [{ leastPrice: -1 }, '最低金额（leastPrice）'],
    [{ percentOff: 10 }, '减免金额（amountOff）'],
    [{ amountOff: null, percentOff: 100 }, '减免百分比（percentOff）'],
    [{ totalLimit: 0 }, '总次数（totalLimit）'],
    [{ targetId: '1' }, '适用对象（targetId）'],
    [{ startsAt: '2027-01-02', endsAt: '2027-01-01' }, '结束时间（endsAt）'],
    [{ endsAt: 'tomorrow' }, '结束时间（endsAt）'],
  ])('%j is refused by its field', async (changes, message) => {
    expect(await save({ code: 'WRONG1', ...changes })).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
  });
});

describe('redeem codes', () => {
  const make = async (changes: object = {}) =>
    (await post('/admin/redeem/create', { name: '年会', scope: 'vip', days: 30, count: 3, ...changes })).data;
  const redeem = (code: string, token: string) => post('/member/redeemCode', { code }, token);

  test('give VIP once, however they are typed and however many type them at once', async () => {
    const { id, codes } = await make();
    expect(new Set(codes).size).toBe(3);
    const [one, two] = [await logIn(portal), await logIn(portal)];
    const typed = ` ${codes[0].toLowerCase().replaceAll('-', ' ')} `;
    const answers = await Promise.all([
      redeem(typed, one.token),
      redeem(codes[0], two.token),
      redeem(typed, one.token),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
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

  test('of a piece and of a column give these', async () => {
    const piece = await addPiece(portal, { access: 'paid', price: 900 });
    const person = await logIn(portal);
    const forPiece = await make({ scope: 'post', targetId: piece, days: null, count: 1 });
    expect((await redeem(forPiece.codes[0], person.token)).data).toMatchObject({
      scope: 'post',
      targetId: piece,
      endsAt: null,
    });
    const forColumn = await make({ scope: 'column', targetId: '2', count: 1 });
    await redeem(forColumn.codes[0], person.token);
    expect((await get('/member/memberships', {}, person.token)).data).toMatchObject([
      { scope: 'column', columnId: '2', name: '脱水研报 订阅' },
    ]);
    const read = await portal.ask('POST /reception/article/selectArticle', {
      query: { id: piece },
      token: person.token,
    });
    expect(read.body.data.locked).toBe(false);
  });

  test('are kept hashed', async () => {
    const { codes } = await make({ count: 1 });
    const rows = await portal.ctx.db.selectFrom('redeem_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(codes[0].replaceAll('-', ''));
  });

  test('revoked and expired ones give nothing', async () => {
    const person = await logIn(portal);
    const { id, codes } = await make({ count: 2 });
    await redeem(codes[0], person.token);
    expect((await post('/admin/redeem/revoke', { batchId: id })).data).toEqual({ revoked: 1 });
    expect(await redeem(codes[1], person.token)).toMatchObject({ code: 409, msg: '兑换码已作废' });
    expect(await post('/admin/redeem/revoke', { batchId: '99999' })).toMatchObject({ code: 404 });
    const old = await make({ count: 1, expiresAt: '2099-01-01' });
    await portal.ctx.db
      .updateTable('redeem_batches')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', old.id)
      .execute();
    expect(await redeem(old.codes[0], person.token)).toMatchObject({ code: 409, msg: '兑换码已过期' });
  });

  test('wrong ones are looked at ten times in a quarter of an hour, also at once, and right ones do not count', async () => {
    const person = await logIn(portal);
    const { codes } = await make({ count: 2 });
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
    [{ count: 0 }, '数量（count）'],
    [{ count: 1001 }, '数量（count）'],
    [{ days: null }, '月数（months）'],
    [{ targetId: '2' }, '兑换对象（targetId）'],
    [{ scope: 'post', days: null, targetId: '999999999' }, '兑换对象（targetId）不存在'],
    [{ scope: 'post', targetId: '1' }, '月数（months）'],
    [{ expiresAt: '2020-01-01' }, '有效期（expiresAt）'],
  ])('a batch with %j is refused by its field', async (changes, message) => {
    const answer = await post('/admin/redeem/create', {
      name: '年会',
      scope: 'vip',
      days: 30,
      count: 3,
      ...changes,
    });
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
  });

  test('an empty code is asked for', async () => {
    expect(await redeem(' - ', member.token)).toMatchObject({ code: 400, msg: '请填写兑换码（code）' });
  });
});

test('what staff did is written down, without the codes', async () => {
  const { data } = await post('/admin/redeem/create', { name: '密', scope: 'vip', days: 1, count: 1 });
  const rows = await portal.ctx.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('target', '=', `redeem:${data.id}`)
    .execute();
  expect(rows).toMatchObject([{ action: 'redeem.create', after: { name: '密', count: 1 } }]);
  expect(JSON.stringify(rows)).not.toContain(data.codes[0]);
});

test('of a plan and a coupon that staff changed only what changed is written down, money included', async () => {
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

describe('who may do it', () => {
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
  ])('%s %s needs offers.manage, before anything else', async (method, path) => {
    const asked = async (token?: string) =>
      (
        await portal.ask(`${method} ${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await asked()).toBe(401);
    expect(await asked(member.token)).toBe(403);
    expect(await asked((await logIn(portal, { role: 'editor' })).token)).toBe(403);
    expect([200, 400]).toContain(await asked(finance));
  });

  test('a visitor redeems nothing and has nothing running', async () => {
    expect((await portal.ask('POST /member/redeemCode', { body: { code: 'x' } })).status).toBe(401);
    expect((await portal.ask('GET /member/memberships')).status).toBe(401);
  });
});
