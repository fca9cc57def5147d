import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Column } from '#features/columns/schema.ts';
import { expectNoSidewaysScroll, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import type { Bounce, Digest, Letter, LetterDetail } from '../schema.ts';

const at = '2026-11-20T08:00:00+08:00';
const figures = {
  ...{ pending: 40, sending: 2, sent: 930, failed: 12, unknown: 1, skipped: 15, unsubscribed: 3 },
  ...{ opened: 465, clicked: 0 },
};
const letter = (changes: Partial<Letter> = {}): Letter => ({
  ...{ id: '7', subscription: 'letter', state: 'draft', subject: '本周要闻', posts: 1 },
  ...{ audience: 'all', audienceKey: '', createdBy: '主编', updatedAt: at },
  ...{ scheduledAt: null, startedAt: null, endedAt: null, recipients: 0, figures: null, fault: '' },
  ...changes,
});
const detail = (changes: Partial<LetterDetail> = {}): LetterDetail => ({
  ...letter(),
  ...{ version: 3, isListed: false, heldUntil: null, heldReason: '', isCounted: true },
  content: {
    ...{ subject: '本周要闻', introduction: '', postIds: ['5'], isWhole: false },
    ...{ audience: 'all', audienceKey: '' },
  },
  list: [{ id: '5', title: '社融点评', columnName: '研报', isPublished: true }],
  ...changes,
});
const digest = (changes: Partial<Digest> = {}): Digest => ({
  ...{ id: '3', name: '周报', period: 'weekly', weekday: 3, hour: 8, columnIds: ['2'], introduction: '' },
  ...{ audience: 'all', audienceKey: '', isOn: true, nextAt: '2026-11-25T08:00:00+08:00' },
  ...changes,
});
const bounce: Bounce = { id: '4', address: 'a@gone.example', reason: '550', source: 'smtp', bouncedAt: at };
const columns = [
  { id: '2', columnName: '研报', kind: 'article' },
  { id: '101', columnName: '宏观', kind: 'article' },
] as Column[];
const field = (name: string) => page.getByRole('textbox', { name });
const lastSaved = () => callsTo('POST /admin/letter/save').at(-1)?.body;

beforeEach(() => {
  localStorage.clear();
  answer('GET /admin/letter/list', { records: [letter()], cursor: null });
  answer('GET /admin/letter/detail', detail());
  answer('GET /admin/letter/audience', { members: 1234, isExact: true });
  answer('GET /admin/letter/recipients', { records: [], cursor: null });
  answer('GET /admin/letterDigest/list', []);
  answer('GET /admin/letterBounce/list', { records: [], cursor: null });
  answer('POST /admin/letter/save', ({ body: { base } }) => ({ version: base + 1, savedAt: at }));
});

test('lists letters, digests and bounced addresses, and deletes one of each', {
  tags: ['strict'],
}, async () => {
  const sent = letter({
    id: '10',
    state: 'sent',
    subject: '长'.repeat(60),
    recipients: 1000,
    figures,
    startedAt: at,
  });
  const stopped = letter({ id: '9', state: 'stopped', subject: '停下的', fault: '发信服务拒绝了全部收件人' });
  answer('GET /admin/letter/list', { records: [sent, stopped, letter({ subject: '' })], cursor: null });
  const off = { id: '5', name: '早报', period: 'daily' as const, hour: 7, isOn: false };
  answer('GET /admin/letterDigest/list', [digest({ name: '长'.repeat(30) }), digest(off)]);
  const address = `${'a'.repeat(60)}@gone.example`;
  answer('GET /admin/letterBounce/list', { records: [{ ...bounce, address }], cursor: null });
  for (const key of ['letter', 'letterDigest', 'letterBounce'] as const)
    answer(`POST /admin/${key}/delete`, true);
  await openAdmin('/letters');
  await expect.element(row('长长')).toMatchTextContent('已发送编辑来信930 / 1,000');
  await expect.element(row('停下的')).toMatchTextContent('发信服务拒绝了全部收件人');
  await expect.element(row('停下的').getByRole('button')).not.toBeInTheDocument();
  await expectWellMade();
  await button('删除没有主题').click();
  await dialog('草稿会删除').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 1 封')).toBeVisible();
  expect(callsTo('POST /admin/letter/delete').map(({ body }) => body)).toEqual([{ id: '7' }]);
  await tab('定期摘要').click();
  await expect.element(row('长长')).toMatchTextContent('每周三 8 点启用11-25 08:00');
  await expect.element(row('早报')).toMatchTextContent('每天 7 点停用');
  await expect.element(row('早报').getByText('11-25')).not.toBeInTheDocument();
  await button('删除早报').click();
  await dialog('不再定期发送').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 1 个')).toBeVisible();
  expect(callsTo('POST /admin/letterDigest/delete').map(({ body }) => body)).toEqual([{ id: '5' }]);
  await expectNoSidewaysScroll();
  await tab('退信地址').click();
  await expect.element(row('aaaa')).toMatchTextContent('550邮件服务器11-20 08:00');
  await button(`移除${address}`).click();
  await dialog('又会发到这个地址').getByRole('button', { name: '移除' }).click();
  await expect.element(page.getByText('已移除 1 个')).toBeVisible();
  expect(callsTo('POST /admin/letterBounce/delete').map(({ body }) => body)).toEqual([{ id: '4' }]);
  await expectNoSidewaysScroll();
});

test('makes a digest with a weekday if it is weekly and with its recipients, and adds bounced addresses', async () => {
  answer('POST /admin/letterDigest/create', { id: '3' });
  answer('POST /admin/letterBounce/add', { added: 2, known: 1, invalid: 1 });
  await openAdmin('/letters', { columns });
  await tab('定期摘要').click();
  await expect.element(page.getByText('还没有定期摘要')).toBeVisible();
  await button('新建摘要').click();
  await button('新建').click();
  await expect.element(dialog().getByText('请填写名称')).toBeVisible();
  await field('名称').fill('周报');
  await choose('栏目', '研报');
  await expect.element(page.getByRole('combobox', { name: '星期' })).not.toBeInTheDocument();
  await choose('周期', '每周');
  await choose('星期', '星期三');
  await choose('发给', '其中有某个标签的人');
  await field('会员标签').fill('机构');
  await button('新建').click();
  await expect.element(toastOf('摘要已建')).toBeVisible();
  expect(callsTo('POST /admin/letterDigest/create').at(-1)?.body).toEqual({
    ...{ name: '周报', period: 'weekly', weekday: 3, hour: 8, columnIds: ['2'], introduction: '' },
    ...{ audience: 'tag', audienceKey: '机构', isOn: true },
  });
  await tab('退信地址').click();
  await expect.element(page.getByText('没有退信地址')).toBeVisible();
  await button('添加退信地址').click();
  await field('邮箱地址').fill('a@gone.example\nb@gone.example');
  await dialog().getByRole('button', { name: '添加' }).click();
  await expect.element(toastOf('添加了 2 个，1 个已在名单里，1 行不是邮箱')).toBeVisible();
  expect(callsTo('POST /admin/letterBounce/add').at(-1)?.body).toEqual({
    addresses: 'a@gone.example\nb@gone.example',
  });
  answer('POST /admin/letterBounce/deleteMany', { deleted: 12 });
  await button('整批移除').click();
  await dialog().getByRole('button', { name: '移除' }).click();
  await expect.element(dialog().getByText('请填写起始时间')).toBeVisible();
  expect(callsTo('POST /admin/letterBounce/deleteMany')).toEqual([]);
  await field('起始时间').fill('2026-11-20 08:00');
  await page.getByRole('button', { name: '确定' }).first().click();
  await field('原因里有').fill('553');
  await dialog().getByRole('button', { name: '移除' }).click();
  await expect.element(toastOf('移除了 12 个')).toBeVisible();
  expect(callsTo('POST /admin/letterBounce/deleteMany').at(-1)?.body).toEqual({
    since: '2026-11-20T00:00:00.000Z',
    reason: '553',
  });
});

test('a draft saves itself, is refused with its reason and is sent', { tags: ['strict'] }, async () => {
  answer('POST /admin/letter/schedule', refuse(400, '请填写主题', 'subject'));
  await openAdmin('/letters/7');
  await expect.element(page.getByText('社融点评')).toBeVisible();
  await expect.element(page.getByText('现在有 1,234 人会收到。')).toBeVisible();
  await field('主题').fill('新主题'.repeat(20));
  await expectWellMade();
  await button('发送').click();
  const ask = dialog('发给 1,234 人？');
  await expect.element(ask).toBeVisible();
  expect(lastSaved()).toMatchObject({
    base: 3,
    content: { subject: '新主题'.repeat(20), postIds: ['5'] },
  });
  await ask.getByRole('button', { name: '发送' }).click();
  await expect.element(page.getByRole('alert').first()).toMatchTextContent('请填写主题');
  answer('POST /admin/letter/schedule', true);
  await button('发送').click();
  answer('GET /admin/letter/detail', detail({ state: 'sending', figures, recipients: 1000 }));
  await ask.getByRole('button', { name: '发送' }).click();
  await expect.element(toastOf('已安排发送')).toBeVisible();
  expect(callsTo('POST /admin/letter/schedule').at(-1)?.body).toEqual({ id: '7', base: 4, at: null });
  await expect.element(page.getByText('1,000，还在列出')).toBeVisible();
});

test('a draft takes posts in an order, counts the recipients chosen last, and is scheduled', async () => {
  answer('GET /admin/post/list', {
    records: [{ id: '6', title: '铜价', columnName: '研报' } as never],
    ...{ total: 1, size: 20, current: 1, pages: 1, cursor: null },
  });
  const listed = [...detail().list, { id: '6', title: '铜价', columnName: '研报', isPublished: false }];
  await openAdmin('/letters/7', { columns });
  await page.getByRole('checkbox', { name: '带这篇的全文' }).click();
  answer('GET /admin/letter/detail', () =>
    detail({ version: lastSaved()?.base + 1, content: lastSaved()?.content, list: listed }),
  );
  await page.getByRole('combobox', { name: '搜一篇放进来' }).fill('铜价');
  await page.getByTitle('铜价（研报）').click();
  await expect.element(page.getByText('没有发布，不能发送')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: '带这篇的全文' })).not.toBeInTheDocument();
  expect(lastSaved().content).toMatchObject({ postIds: ['5', '6'], isWhole: false });
  await button('上移《铜价》').click();
  await expect.poll(() => lastSaved().content.postIds).toEqual(['6', '5']);
  await button('移出《社融点评》').click();
  await expect.poll(() => lastSaved().content.postIds).toEqual(['6']);
  const counted = () => callsTo('GET /admin/letter/audience').at(-1)?.query;
  await choose('发给', '其中订阅了栏目的人');
  await choose('订阅的栏目', '宏观');
  await expect.poll(counted).toEqual({ audience: 'column', audienceKey: '101' });
  await choose('发给', '其中有某个标签的人');
  await expect.element(field('会员标签')).toHaveValue('');
  await expect.poll(counted).toEqual({ audience: 'tag', audienceKey: '' });
  await field('会员标签').fill('机构');
  await expect.poll(counted).toEqual({ audience: 'tag', audienceKey: '机构' });
  answer('POST /admin/letter/schedule', true);
  await button('定时').click();
  const schedule = dialog('定时发送').getByRole('button', { name: '定时' });
  await schedule.click();
  await expect.element(dialog().getByText('请选择发送时间')).toBeVisible();
  // Without a time the letter would be sent at once.
  expect(callsTo('POST /admin/letter/schedule')).toEqual([]);
  await field('发送时间').fill('2035-01-02 09:30');
  await page.getByRole('button', { name: '确定' }).first().click();
  await schedule.click();
  await expect.element(toastOf('已定时')).toBeVisible();
  expect(callsTo('POST /admin/letter/schedule').map(({ body }) => body)).toEqual([
    { id: '7', base: lastSaved().base + 1, at: '2035-01-02T01:30:00.000Z' },
  ]);
});

test('a conflict loses no text: it can replace, give way, or become another draft', async () => {
  const saved = (subject: string) => ({ ...detail().content, subject });
  answer('POST /admin/letter/save', ({ body: { id, base } }) =>
    id === '7' && base === 3
      ? refuse(409, '这封邮件报刚被别人改过，请对照后再保存')
      : { version: base + 1, savedAt: at },
  );
  answer('POST /admin/letter/create', { id: '8' });
  await openAdmin('/letters/7');
  await field('主题').fill('我写的主题');
  answer('GET /admin/letter/detail', detail({ version: 4, content: saved('对方的主题') }));
  await button('预览与测试').click();
  const conflict = dialog('这封邮件报刚被别人保存过');
  await expect.element(conflict.getByText('我写的')).toBeVisible();
  await expectWellMade();
  await conflict.getByRole('button', { name: '我的另存为草稿' }).click();
  await expect.poll(lastSaved).toMatchObject({ id: '8', base: 1, content: { subject: '我写的主题' } });
  await expect.poll(() => location.pathname).toBe('/admin/letters/8');
});

test('shows progress and the letter in a frame without scripts, and stops after a confirmation', async () => {
  const sending = detail({
    ...{ state: 'sending', startedAt: at, recipients: 1000, figures, isListed: true },
    ...{ heldUntil: '2026-11-20T08:30:00+08:00', heldReason: '450 4.7.1 too many messages' },
  });
  answer('GET /admin/letter/detail', sending);
  answer('POST /admin/letter/stop', true);
  answer('POST /admin/letter/resume', true);
  answer('GET /admin/letter/preview', { subject: '信', html: '<p>你好</p>', text: '你好' });
  answer('POST /admin/letter/test', { address: 'editor@example.cn' });
  await openAdmin('/letters/7');
  await expect.element(page.getByText('450 4.7.1 too many messages')).toBeVisible();
  await expect.element(page.getByText('95%')).toBeVisible();
  await expect.element(page.getByText('465（50.0%）')).toBeVisible();
  await choose('状态', '略过');
  await expect
    .poll(() => callsTo('GET /admin/letter/recipients').at(-1)?.query)
    .toEqual({ id: '7', state: 'skipped', size: '20' });
  await button('预览').click();
  await expect.element(page.getByTitle('邮件预览')).toHaveAttribute('sandbox', '');
  await dialog().getByText('VIP', { exact: true }).click();
  await button('发到我的邮箱').click();
  await expect.element(toastOf('已发到 editor@example.cn')).toBeVisible();
  expect(callsTo('POST /admin/letter/test').at(-1)?.body).toEqual({ id: '7', reader: 'vip' });
  await dialog().getByText('纯文本').click();
  await expect.element(page.getByTitle('邮件预览')).not.toBeInTheDocument();
  await dialog().getByRole('button', { name: '关闭' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await button('停止').click();
  answer('GET /admin/letter/detail', { ...sending, state: 'stopped', heldUntil: null });
  await dialog('停止发送？').getByRole('button', { name: '停止' }).click();
  await expect.poll(() => callsTo('POST /admin/letter/stop').map(({ body }) => body)).toEqual([{ id: '7' }]);
  await button('继续发送').click();
  await expect.element(toastOf('继续发送')).toBeVisible();
});
