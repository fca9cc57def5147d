import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { asMember, payOrderOf } from '#testing/sales.ts';

let portal: Portal;
let admin: string;
let author: { token: string; memberId: string };
let postId: string;
beforeAll(async () => {
  portal = await openPortal({ AUTHOR_SHARE: '65' });
  ({ token: admin } = await logIn(portal, { role: 'admin' }));
  author = await logIn(portal);
  postId = await addPost(portal, { access: 'paid', price: 10_000, author: '卖文者' });
  await portal.ctx.db
    .updateTable('authors')
    .set({ member_id: author.memberId })
    .where('name', '=', '卖文者')
    .execute();
});
afterAll(() => portal.close());
beforeEach(() => portal.call('POST /admin/settings/reset', { token: admin, body: { group: 'trade' } }));

const defaults = { authorShare: '65', refundDays: '7', withdrawalLeast: '100' };
const group = async () =>
  (await portal.call('GET /admin/settings/list', { token: admin })).body.data.groups.find(
    (one: { name: string }) => one.name === 'trade',
  );
const save = async (changes: object) =>
  (
    await portal.call('POST /admin/settings/save', {
      token: admin,
      body: {
        group: 'trade',
        values: { ...defaults, ...changes },
        base: (await group()).updatedAt,
      },
    })
  ).body;
const post = async (path: string, body: object, token: string) =>
  (await portal.call(`POST ${path}`, { body, token })).body;
const income = async () => (await portal.call('GET /member/getIncome', { token: author.token })).body.data;
const detail = async (id: string, token: string) =>
  (await portal.call('GET /member/order', { query: { id }, token })).body.data;

/** Places an order for the post as a new member. */
async function order(): Promise<{ id: string; token: string; pay: () => Promise<unknown> }> {
  const { token, memberId } = await logIn(portal);
  const { data } = await post('/member/createOrder', { thing: `post:${postId}`, agreed: true }, token);
  return { id: data.id, token, pay: () => payOrderOf(asMember(portal.ctx, memberId), data.id) };
}
const shareOf = async (id: string) =>
  (
    await portal.ctx.db
      .selectFrom('orders')
      .select('author_share')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).author_share;

describe('trade settings saved in the back office', () => {
  test('take precedence over the environment, are audited, and can be reset', async () => {
    expect(await group()).toMatchObject({ source: 'environment', values: defaults });
    expect(await save({ refundDays: '14' })).toMatchObject({
      code: 200,
      data: { source: 'desk', values: { ...defaults, refundDays: '14' } },
    });
    const entry = await portal.ctx.db
      .selectFrom('audit_entries')
      .select(['target', 'before', 'after'])
      .where('action', '=', 'settings.save')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({
      target: 'settings:trade',
      before: { refundDays: '7' },
      after: { refundDays: '14' },
    });
    await portal.call('POST /admin/settings/reset', { token: admin, body: { group: 'trade' } });
    expect(await group()).toMatchObject({ source: 'environment', values: defaults });
  });

  test('a changed share applies to new orders; earlier ones keep theirs, paid or not', async () => {
    const before = await order();
    await save({ authorShare: '80' });
    const after = await order();
    expect([await shareOf(before.id), await shareOf(after.id)]).toEqual([6500, 8000]);
    const { balance } = await income();
    await before.pay();
    expect((await income()).balance - balance).toBe(6500);
    await after.pay();
    expect(await income()).toMatchObject({ balance: balance + 14_500, sharePercent: 80 });
  });

  test('changed refund days apply to paid orders, and hold the authors’ income for as long', async () => {
    const { id, token, pay } = await order();
    await pay();
    await portal.ctx.db
      .updateTable('orders')
      .set({ paid_at: new Date(Date.now() - 10 * dayMs) })
      .where('id', '=', id)
      .execute();
    expect((await detail(id, token)).refundable).toMatchObject({
      isAllowed: false,
      why: '已超过 7 天的退款期限',
    });
    await save({ refundDays: '14' });
    expect((await detail(id, token)).refundable).toMatchObject({ isAllowed: true, amount: 10_000 });
    expect((await income()).settling).toBeGreaterThan(0);
    await save({ refundDays: '0' });
    expect(await post('/member/requestRefund', { id, reason: '不想要了' }, token)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('不受理退款申请'),
    });
    expect((await income()).settling).toBe(0);
  });

  test('a changed minimum payout applies to the next request', async () => {
    await (await order()).pay();
    await save({ refundDays: '0', withdrawalLeast: '20' });
    expect(await income()).toMatchObject({ least: 2000 });
    const requestWithdrawal = (amount: number) =>
      post('/member/requestWithdrawal', { amount, payee: '张三 工商银行 6222 0000' }, author.token);
    expect(await requestWithdrawal(1999)).toMatchObject({ code: 400, msg: '提现金额至少 ¥20' });
    expect(await requestWithdrawal(2000)).toMatchObject({ code: 200 });
  });

  test('accepts numbers in any digit form', async () => {
    expect(await save({ authorShare: ' ８０ ', refundDays: '007' })).toMatchObject({
      data: { values: { authorShare: '80', refundDays: '7' } },
    });
  });

  test.each([
    [{ authorShare: '101' }, '作者分成应为 0 到 100 的整数，单位是百分比'],
    [{ authorShare: '-1' }, '作者分成'],
    [{ authorShare: '66.6' }, '作者分成'],
    [{ authorShare: '' }, '作者分成'],
    [{ authorShare: 70 }, '作者分成'],
    [{ refundDays: '366' }, '退款期限应为 0 到 365 的整数，单位是天'],
    [{ refundDays: '七' }, '退款期限'],
    [{ withdrawalLeast: '0' }, '最低提现金额应为 1 到 100000 的整数，单位是元'],
    [{ withdrawalLeast: '1e3' }, '最低提现金额'],
  ])('rejects %j by field and changes nothing', async (changes, message) => {
    const answer = await save(changes);
    expect(answer.code).toBe(400);
    expect(answer.msg).toContain(message);
    expect(await group()).toMatchObject({ source: 'environment', values: defaults });
  });
});
