import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AuditEntry } from '#features/audit/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError } from '#testing/browser/api.ts';
import { button, choose, openAdmin, row, tab } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

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

beforeEach(() => void answerPage([entry('1')]));

test.for(widths)('lists actions and shows the changes of an opened one, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answerPage([entry('1', { after: { prizes: '长'.repeat(300), mobile: '1'.repeat(90) } })]);
  await openAdmin('/audit');
  await expect.element(row('沈观潮')).toMatchTextContent('修改套餐');
  await page.getByRole('button', { name: '展开行' }).click();
  await expect.element(page.getByRole('definition').filter({ hasText: '长'.repeat(300) })).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('formats values: amounts in yuan, the old value struck out before the new one', async () => {
  answerPage([
    entry('1'),
    entry('2', { action: 'order.refund', target: 'order:9', before: null, after: { state: 'paid' } }),
  ]);
  await openAdmin('/audit');
  await expect.element(row('修改套餐')).toMatchTextContent('价格：¥30 → ¥18；启用：是 → 否');
  await expect.element(row('主动退款')).toMatchTextContent('状态：已支付');
  await page.getByRole('button', { name: '展开行' }).first().click();
  await expect.element(page.getByRole('deletion').first()).toHaveTextContent('¥30');
  await expect.element(page.getByRole('insertion').first()).toHaveTextContent('¥18');
});

test('truncates long changes in the row, and cannot expand an entry without changes', async () => {
  answerPage([entry('1', { before: null, after: { note: '注'.repeat(200) } })]);
  await openAdmin('/audit');
  await expect.element(row('沈观潮')).toMatchTextContent('…');
  await expect.element(page.getByText('注'.repeat(200))).not.toBeInTheDocument();
  answerPage([entry('2', { action: 'security.logIn', target: 'visitor', before: null, after: null })]);
  await tab('安全').click();
  await expect.element(row('登录')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '展开行' })).not.toBeInTheDocument();
  expect(asked()).toMatchObject({ scope: 'security' });
});

test('links to the post and the member that an action affected', async () => {
  answerPage([
    entry('1', { target: 'post:100' }),
    entry('2', { target: 'member:8' }),
    entry('3', { target: 'settings:sms' }),
    entry('4', { target: 'contest-season:5' }),
  ]);
  await openAdmin('/audit');
  await expect
    .element(page.getByRole('link', { name: '稿件 100' }))
    .toHaveAttribute('href', '/admin/posts/100');
  await expect
    .element(page.getByRole('link', { name: '会员 8' }))
    .toHaveAttribute('href', '/admin/members?keyword=8');
  await expect.element(row('设置 › 短信')).toBeVisible();
  await expect.element(row('赛季 5')).toBeVisible();
});

test('filters by action and by person, and clears the filters', async () => {
  await openAdmin('/audit?scope=security');
  await expect.element(tab('安全')).toHaveAttribute('aria-selected', 'true');
  await choose('操作', '修改套餐');
  await expect.poll(asked).toMatchObject({ scope: 'security', action: 'plan.save' });
  await button('沈观潮').click();
  await expect.poll(asked).toMatchObject({ action: 'plan.save', memberId: '7' });
  await button('只看沈观潮，点击看所有人').click();
  await expect.poll(() => asked()?.memberId).toBeUndefined();
});

test('turns pages by cursor', async () => {
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
});

test('shows an empty log and the reason why the list failed to load', async () => {
  answer('GET /admin/audit/list', networkError());
  await openAdmin('/audit');
  await expect.element(page.getByText('没有取到操作日志')).toBeVisible();
  answerPage([]);
  await button('重试').click();
  await expect.element(page.getByText('还没有这样的操作')).toBeVisible();
});

test('refuses a member without permission for the log', async () => {
  await openAdmin('/audit', { permissions: ['orders.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

test('names the API key that made the change', async () => {
  answerPage([entry('1'), entry('2', { memberName: '李观复', keyName: '导入脚本' })]);
  await openAdmin('/audit');
  await expect.element(row('李观复')).toMatchTextContent('密钥 导入脚本');
  await expect.element(row('沈观潮')).not.toMatchTextContent('密钥');
});
