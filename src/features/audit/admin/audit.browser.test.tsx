import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { button, choose, openAdmin, row, tab } from '#testing/browser/open-admin.ts';
import type { AuditEntry } from '../schema.ts';

const entry = (id: string, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  memberId: '7',
  memberName: '沈观潮',
  keyName: null,
  action: 'plan.save',
  target: 'plan:3',
  before: { price: 3000, isActive: true },
  after: { price: 1800, isActive: false },
  createdAt: '2026-11-20T08:00:00+08:00',
  ...changes,
});
const asked = () => callsTo('GET /admin/audit/list').at(-1)?.query;
const answerPage = (records: AuditEntry[], cursor: string | null = null) =>
  answer('GET /admin/audit/list', { records, cursor });

test('lists actions and shows the changes of an opened one', { tags: ['strict'] }, async () => {
  answerPage([
    entry('1', { after: { prizes: '长'.repeat(300), mobile: '1'.repeat(90) } }),
    entry('2', { memberName: '李观复', keyName: '导入脚本', before: null, after: null }),
  ]);
  await openAdmin('/audit');
  await expect.element(row('沈观潮')).toMatchTextContent('11-20 08:00');
  await expect.element(row('沈观潮')).toMatchTextContent('修改套餐');
  await expect.element(row('沈观潮')).toMatchTextContent('…');
  await expect.element(row('李观复')).toMatchTextContent('密钥 导入脚本');
  await expect.element(row('沈观潮')).not.toMatchTextContent('密钥');
  await expect.element(page.getByText('长'.repeat(300))).not.toBeInTheDocument();
  // The entry without changes has nothing to open.
  expect(page.getByRole('button', { name: '展开行' }).elements()).toHaveLength(1);
  await page.getByRole('button', { name: '展开行' }).click();
  await expect.element(page.getByRole('definition').filter({ hasText: '长'.repeat(300) })).toBeVisible();
  await expectWellMade();
});

test('formats values, strikes out the old value before the new one, and links to what an action affected', async () => {
  answerPage([
    entry('1'),
    entry('2', { action: 'order.refund', target: 'order:9', before: null, after: { state: 'paid' } }),
    entry('3', { target: 'post:100' }),
    entry('4', { target: 'member:8', after: null }),
    entry('5', { target: 'settings:sms' }),
    entry('6', { target: 'contest-season:5' }),
    entry('7', { action: 'security.logIn', target: 'visitor', memberId: null, before: null, after: null }),
  ]);
  await openAdmin('/audit');
  await expect.element(row('套餐 3')).toMatchTextContent('价格：¥30 → ¥18；启用：是 → 否');
  await expect.element(row('主动退款')).toMatchTextContent('状态：已支付');
  await expect
    .element(page.getByRole('link', { name: '稿件 100' }))
    .toHaveAttribute('href', '/admin/posts/100');
  await expect
    .element(page.getByRole('link', { name: '会员 8' }))
    .toHaveAttribute('href', '/admin/members?keyword=8');
  await expect.element(row('会员 8')).toMatchTextContent('价格：¥30 → （删除）');
  await expect.element(row('设置 › 短信')).toBeVisible();
  await expect.element(row('赛季 5')).toBeVisible();
  await expect.element(row('登录').getByRole('button')).not.toBeInTheDocument();
  await page.getByRole('button', { name: '展开行' }).first().click();
  await expect.element(page.getByRole('deletion').first()).toHaveTextContent('¥30');
  await expect.element(page.getByRole('insertion').first()).toHaveTextContent('¥18');
});

test('filters by view, action and person from the first page on, and clears the filters', async () => {
  answer('GET /admin/audit/list', ({ query }) =>
    query.cursor === '50'
      ? { records: [entry('49', { memberName: '李观复' })], cursor: null }
      : { records: [entry('50')], cursor: '50' },
  );
  await openAdmin('/audit');
  await button('下一页').click();
  await expect.element(row('李观复')).toBeVisible();
  await button('上一页').click();
  await expect.element(row('沈观潮')).toBeVisible();
  await button('下一页').click();
  await expect.element(row('李观复')).toBeVisible();
  await tab('安全').click();
  await expect.poll(asked).toEqual({ scope: 'security', size: '20' });
  await expect.element(tab('安全')).toHaveAttribute('aria-selected', 'true');
  await choose('操作', '修改套餐');
  await expect.poll(asked).toEqual({ scope: 'security', action: 'plan.save', size: '20' });
  await button('沈观潮').click();
  await expect.poll(asked).toEqual({ scope: 'security', action: 'plan.save', memberId: '7', size: '20' });
  await button('只看沈观潮，点击看所有人').click();
  await expect.poll(() => asked()?.memberId).toBeUndefined();
});
