import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import type { RedeemBatch, RedeemCode } from '../schema.ts';

const at = '2026-11-20T08:00:00+08:00';
const batch = (changes: Partial<RedeemBatch> = {}): RedeemBatch => ({
  id: '1',
  name: '年会礼品',
  scope: 'vip',
  targetId: null,
  targetName: '',
  months: 3,
  days: null,
  expiresAt: null,
  createdAt: at,
  orderId: null,
  codes: 10,
  redeemed: 2,
  revoked: 1,
  ...changes,
});
const code = (changes: Partial<RedeemCode> = {}): RedeemCode => ({
  id: '11',
  ending: 'AB12',
  state: 'open',
  memberId: null,
  memberName: null,
  redeemedAt: null,
  ...changes,
});
const list = (...records: RedeemBatch[]) => answer('GET /admin/redeem/batches', { records, cursor: null });
const field = (name: string) => page.getByRole('textbox', { name });

beforeEach(() => list(batch()));

test('lists batches, and the codes of one', { tags: ['strict'] }, async () => {
  const targetName = '长'.repeat(100);
  list(batch({ name: '长'.repeat(30), scope: 'post', months: null, targetName }), batch({ id: '2' }));
  const redeemed = code({ id: '12', state: 'redeemed', memberName: '长'.repeat(30), redeemedAt: at });
  const deleted = code({ id: '13', ending: 'EF56', state: 'redeemed', redeemedAt: at });
  answer('GET /admin/redeem/codes', { records: [code(), redeemed, deleted], cursor: null });
  await openAdmin('/offers?tab=codes');
  await expect.element(row('长长').first()).toMatchTextContent('单篇内容，永久');
  await expect.element(row('年会礼品')).toMatchTextContent('VIP，3 个月2 / 10作废 1不限');
  await page.getByRole('button', { name: '长长' }).first().click();
  await expect.element(row('EF56')).toMatchTextContent('已兑换已注销，');
  expect(callsTo('GET /admin/redeem/codes')[0]?.query).toMatchObject({ batchId: '1' });
  await expectWellMade();
});

test('creates codes for a post, shows missing fields, and shows the codes once', async () => {
  list();
  answer('POST /admin/redeem/create', refuse(409, '这篇内容还没有发布'));
  await openAdmin('/offers?tab=codes');
  await expect.element(page.getByText('还没有兑换码')).toBeVisible();
  await button('生成兑换码').click();
  await expect.element(page.getByRole('spinbutton', { name: '期限' })).toHaveValue('1');
  await choose('给什么', '单篇内容');
  await expect.element(page.getByRole('spinbutton', { name: '期限' })).not.toBeInTheDocument();
  await page.getByRole('spinbutton', { name: '数量' }).fill('2');
  await button('生成 2 个').click();
  await expect.element(dialog().getByText('请填写名称')).toBeVisible();
  await field('名称').fill('读者活动');
  await expect.element(dialog().getByText('栏目和单篇要选择兑换对象')).toBeVisible();
  await field('内容编号').fill('第100001篇');
  await button('生成 2 个').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('这篇内容还没有发布');
  await expect.element(field('名称')).toHaveValue('读者活动');
  const typed = { name: '读者活动', count: 2, expiresAt: null };
  expect(callsTo('POST /admin/redeem/create').at(-1)?.body).toEqual({
    ...typed,
    scope: 'post',
    targetId: '100001',
    months: null,
    days: null,
  });
  answer('POST /admin/redeem/create', { id: '3', codes: ['AAAA-BBBB', 'CCCC-DDDD'] });
  await choose('给什么', 'VIP');
  await button('生成 2 个').click();
  const codes = dialog('2 个兑换码').getByRole('list', { name: '兑换码' });
  await expect.element(codes).toMatchTextContent('AAAA-BBBBCCCC-DDDD');
  expect(callsTo('POST /admin/redeem/create').at(-1)?.body).toEqual({
    ...typed,
    scope: 'vip',
    targetId: null,
    months: 1,
    days: null,
  });
  await dialog('2 个兑换码').getByRole('button', { name: '关闭' }).last().click();
  await button('再看看').click();
  await expect.element(codes).toBeVisible();
  await dialog('2 个兑换码').getByRole('button', { name: '关闭' }).last().click();
  await button('已保存，关闭').click();
  await expect.element(codes).not.toBeInTheDocument();
});

test('revokes the unused codes of a batch or one of them, but no gift that a member bought', async () => {
  list(
    batch(),
    batch({ id: '2', name: '用完的', redeemed: 9 }),
    batch({ id: '3', name: '礼物', orderId: '5' }),
  );
  answer('POST /admin/redeem/revoke', ({ body }) => ({ revoked: body.codeId ? 1 : 7 }));
  const redeemed = code({ id: '12', ending: 'CD34', state: 'redeemed', memberName: '欧阳', redeemedAt: at });
  answer('GET /admin/redeem/codes', { records: [code(), redeemed], cursor: null });
  await openAdmin('/offers?tab=codes');
  await expect.element(row('礼物').last()).toMatchTextContent('会员购买的礼物');
  await expect.element(button('作废“礼物”')).not.toBeInTheDocument();
  await expect.element(button('作废“用完的”')).not.toBeInTheDocument();
  await button('作废“年会礼品”').click();
  await expect.element(dialog('已经兑换的不受影响')).toBeVisible();
  await dialog('作废“年会礼品”').getByRole('button', { name: '作废' }).click();
  await expect.element(page.getByText('“年会礼品”：作废了 7 个兑换码')).toBeVisible();
  expect(callsTo('POST /admin/redeem/revoke').at(-1)?.body).toEqual({ batchId: '1' });
  await button('年会礼品').click();
  await expect.element(row('CD34')).toMatchTextContent('欧阳，');
  await expect.element(button('作废尾号 CD34 的兑换码')).not.toBeInTheDocument();
  await button('作废尾号 AB12 的兑换码').click();
  await dialog('作废尾号 AB12 的兑换码？').getByRole('button', { name: '作废' }).last().click();
  await expect.element(dialog().getByText('已作废 1 个')).toBeVisible();
  expect(callsTo('POST /admin/redeem/revoke').at(-1)?.body).toEqual({ batchId: '1', codeId: '11' });
  await dialog('年会礼品').getByRole('button', { name: '关闭' }).first().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await button('礼物').click();
  await expect.element(row('AB12')).toBeVisible();
  await expect.element(button('作废尾号 AB12 的兑换码')).not.toBeInTheDocument();
});
