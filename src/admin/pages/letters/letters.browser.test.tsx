import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Letter, LetterDetail } from '#features/letters/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

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

beforeEach(() => {
  localStorage.clear();
  answer('GET /admin/letter/list', { records: [letter()], cursor: null });
  answer('GET /admin/letter/detail', detail());
  answer('GET /admin/letter/audience', { members: 1234, isExact: true });
  answer('GET /admin/letter/recipients', { records: [], cursor: null });
  answer('GET /admin/letterDigest/list', []);
  answer('GET /admin/letterBounce/list', { records: [], cursor: null });
  answer('GET /reception/column/getColumnList', []);
  answer('POST /admin/letter/save', ({ body: { base } }) => ({ version: base + 1, savedAt: at }));
});

test.for(widths)('lists letters, digests and bounced addresses, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const sent = letter({ state: 'sent', subject: '长'.repeat(60), recipients: 1000, figures, startedAt: at });
  answer('GET /admin/letter/list', { records: [sent, letter({ id: '8', subject: '' })], cursor: null });
  await openAdmin('/letters');
  await expect.element(row('长长')).toMatchTextContent('已发送');
  expectNoSidewaysScroll();
  await expectAccessible();
  for (const [tab, empty] of [
    ['定期摘要', '还没有定期摘要'],
    ['退信地址', '没有退信地址'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect.element(page.getByText(empty)).toBeVisible();
    expectNoSidewaysScroll();
  }
});

test.for(widths)(
  'a draft saves itself, is refused with its reason and is sent, %i px wide',
  async (width) => {
    await page.viewport(width, 900);
    answer('POST /admin/letter/schedule', refuse(400, '请填写主题', 'subject'));
    await openAdmin('/letters/7');
    await expect.element(page.getByText('社融点评')).toBeVisible();
    await expect.element(page.getByText('现在有 1,234 人会收到。')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: '主题' }), '新主题');
    expectNoSidewaysScroll();
    await expectAccessible();
    await button('发送').click();
    await expect.element(dialog('发给 1,234 人？')).toBeVisible();
    expect(callsTo('POST /admin/letter/save').at(-1)?.body).toMatchObject({
      base: 3,
      content: { subject: '新主题', postIds: ['5'] },
    });
    await dialog('发给 1,234 人？').getByRole('button', { name: '发送' }).click();
    await expect.element(page.getByRole('alert').first()).toMatchTextContent('请填写主题');
  },
);

test('a conflict loses no text: it can replace, give way, or become another draft', async () => {
  await page.viewport(360, 900);
  const saved = (subject: string) => ({ ...detail().content, subject });
  answer('POST /admin/letter/save', ({ body: { id, base } }) =>
    id === '7' && base === 3
      ? refuse(409, '这封邮件报刚被别人改过，请对照后再保存')
      : { version: base + 1, savedAt: at },
  );
  answer('POST /admin/letter/create', { id: '8' });
  await openAdmin('/letters/7');
  await userEvent.fill(page.getByRole('textbox', { name: '主题' }), '我写的主题');
  answer('GET /admin/letter/detail', detail({ version: 4, content: saved('对方的主题') }));
  await button('预览与测试').click();
  const conflict = dialog('这封邮件报刚被别人保存过');
  await expect.element(conflict.getByText('我写的')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
  await conflict.getByRole('button', { name: '我的另存为草稿' }).click();
  await expect
    .poll(() => callsTo('POST /admin/letter/save').at(-1)?.body)
    .toMatchObject({ id: '8', base: 1, content: { subject: '我写的主题' } });
});

test('shows progress, why the server waits, and stops after a confirmation', async () => {
  const sending = detail({
    ...{ state: 'sending', startedAt: at, recipients: 1000, figures, isListed: true },
    ...{ heldUntil: '2026-11-20T08:30:00+08:00', heldReason: '450 4.7.1 too many messages' },
  });
  answer('GET /admin/letter/detail', sending);
  answer('POST /admin/letter/stop', true);
  await openAdmin('/letters/7');
  await expect.element(page.getByText('450 4.7.1 too many messages')).toBeVisible();
  await expect.element(page.getByText('95%')).toBeVisible();
  await expect.element(page.getByText('465（50.0%）')).toBeVisible();
  await button('停止').click();
  await dialog('停止发送？').getByRole('button', { name: '停止' }).click();
  await expect.poll(() => callsTo('POST /admin/letter/stop')).toHaveLength(1);
});

test('previews a letter in a frame without scripts, and tests it', async () => {
  answer('GET /admin/letter/preview', { subject: '信', html: '<p>你好</p>', text: '你好' });
  answer('POST /admin/letter/test', { address: 'editor@example.cn' });
  await openAdmin('/letters/7');
  await button('预览与测试').click();
  await expect.element(page.getByTitle('邮件预览')).toHaveAttribute('sandbox', '');
  await button('发到我的邮箱').click();
  await expect.element(page.getByText('已发到 editor@example.cn')).toBeVisible();
});

test('asks for a weekday in a weekly digest only, and for the recipients', async () => {
  answer('POST /admin/letterDigest/create', { id: '3' });
  const columns = [{ id: '2', columnName: '研报', kind: 'article' } as never];
  await openAdmin('/letters', { columns });
  await page.getByRole('tab', { name: '定期摘要' }).click();
  await button('新建摘要').click();
  await page.getByRole('textbox', { name: '名称' }).fill('周报');
  await choose('栏目', '研报');
  await expect.element(page.getByRole('combobox', { name: '星期' })).not.toBeInTheDocument();
  await choose('周期', '每周');
  await choose('星期', '星期三');
  await choose('发给', '其中有某个标签的人');
  await page.getByRole('textbox', { name: '会员标签' }).fill('机构');
  await button('新建').click();
  await expect
    .poll(() => callsTo('POST /admin/letterDigest/create').at(-1)?.body)
    .toMatchObject({ period: 'weekly', weekday: 3, audience: 'tag', audienceKey: '机构' });
});
