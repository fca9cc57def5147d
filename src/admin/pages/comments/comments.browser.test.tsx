import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdminComment } from '#features/comments/admin/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, tab, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const comment = (at: number, changes: Partial<AdminComment> = {}): AdminComment => ({
  id: String(at),
  state: 'pending',
  post: { id: '100', title: '铜价再评', columnId: '2' },
  rootId: null,
  answers: null,
  writer: { id: `7${at}`, name: `读者${at}`, avatar: null, mutedUntil: null },
  guestName: null,
  body: `第${at}条评论`,
  mentions: [],
  province: '上海',
  likes: 0,
  replies: 0,
  createdAt: '2026-11-20T08:00:00+08:00',
  reason: '',
  heldFor: '',
  hits: [],
  reports: [],
  reportCount: 0,
  ...changes,
});
const lists = (records: AdminComment[], cursor: string | null = null) => ({ records, cursor });
const card = (text: string) =>
  page.getByRole('list', { name: '评论' }).getByRole('listitem').filter({ hasText: text });
const report = () => page.getByRole('status').filter({ hasText: /已|成功/ });
const reason = () => page.getByRole('textbox', { name: '理由' });
const lastQuery = () => callsTo('GET /admin/comment/list').at(-1)?.query;

beforeEach(() => {
  answer('GET /admin/comment/list', lists([comment(1), comment(2)]));
  answer('GET /admin/comment/counts', { pending: 2, reported: 1 });
});

test('names the writer of an imported comment, who has no account to mute', async () => {
  answer('GET /admin/comment/list', lists([comment(1, { writer: null, guestName: '路人甲' })]));
  await openAdmin('/comments');
  await expect.element(card('路人甲（旧站）')).toBeVisible();
  await expect.element(button('删除路人甲（旧站）的评论')).toBeVisible();
});

test.for(widths)('lists comments with their sensitive words and reports, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const reported = comment(1, {
    body: '长'.repeat(500),
    answers: { id: '9', name: '某人', body: 'x'.repeat(200) },
    reports: [{ reason: 'rumour', note: '没有依据', by: '读者9', at: '2026-11-20T09:00:00+08:00' }],
    reportCount: 3,
    heldFor: '含有需审词',
  });
  answer('GET /admin/comment/list', lists([reported]));
  await openAdmin('/comments?shelf=reported');
  await expect.element(card('长长')).toMatchTextContent('谣言不实');
  await expect.element(card('长长')).toMatchTextContent('还有 2 次举报');
  expectNoSidewaysScroll();
  await expectAccessible();
  await button('删除读者1的评论').click();
  await expect.element(dialog('删除这条评论')).toBeVisible();
  await expectAccessible();
});

test('shows the number of waiting comments, an empty list and a failed list', async () => {
  answer('GET /admin/comment/list', networkError());
  await openAdmin('/comments');
  await expect.element(page.getByText('没有取到评论')).toBeVisible();
  answer('GET /admin/comment/list', lists([]));
  await button('重试').click();
  await expect.element(page.getByText('没有等待审核的评论')).toBeVisible();
  await expect.element(tab('待审 2')).toHaveAttribute('aria-selected', 'true');
  await tab('被举报 1').click();
  await expect.element(page.getByText('没有被举报的评论')).toBeVisible();
});

test('refuses a member who may not moderate comments', async () => {
  await openAdmin('/comments', { permissions: ['orders.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

test('filters by member and clears the filter', async () => {
  await openAdmin('/comments');
  await page.getByRole('link', { name: '读者1', exact: true }).click();
  await expect.element(page.getByText('只看 读者1 的评论')).toBeVisible();
  await expect.poll(lastQuery).toMatchObject({ shelf: 'all', memberId: '71' });
  await button('看所有的').click();
  await expect.poll(lastQuery).toEqual({ shelf: 'all', size: '20' });
});

test('turns pages by cursor', async () => {
  answer('GET /admin/comment/list', ({ query }) =>
    query.cursor === '1' ? lists([comment(9)]) : lists([comment(1)], '1'),
  );
  await openAdmin('/comments');
  await button('下一页').click();
  await expect.element(card('第9条评论')).toBeVisible();
  await button('上一页').click();
  await expect.element(card('第1条评论')).toBeVisible();
});

test('approves one comment', async () => {
  answer('POST /admin/comment/show', { changed: 1, refused: [] });
  await openAdmin('/comments');
  await button('通过读者1的评论').click();
  await expect.element(report()).toMatchTextContent('已通过 1 条');
  expect(callsTo('POST /admin/comment/show').at(-1)?.body).toEqual({ ids: ['1'] });
  await expect.poll(() => callsTo('GET /admin/comment/counts').length).toBeGreaterThan(1);
});

test('hides a comment with a reason, and shows it again', async () => {
  answer('GET /admin/comment/list', lists([comment(1, { state: 'visible' })]));
  answer('POST /admin/comment/hide', { changed: 1, refused: [] });
  answer('POST /admin/comment/show', { changed: 1, refused: [] });
  await openAdmin('/comments?shelf=all');
  await button('隐藏读者1的评论').click();
  await dialog('隐藏这条评论').getByRole('button', { name: '隐藏' }).click();
  await expect.element(dialog().getByText('请填写理由')).toBeVisible();
  await reason().fill('与事实不符');
  await dialog('隐藏这条评论').getByRole('button', { name: '隐藏' }).click();
  await expect.element(report()).toMatchTextContent('已隐藏 1 条');
  expect(callsTo('POST /admin/comment/hide').at(-1)?.body).toEqual({ ids: ['1'], reason: '与事实不符' });
  await button('撤销（重新显示）').click();
  await expect.element(report()).toMatchTextContent('已重新显示 1 条');
  expect(callsTo('POST /admin/comment/show').at(-1)?.body).toEqual({ ids: ['1'] });
});

test('deletes the selected comments and reports those that failed', async () => {
  answer('POST /admin/comment/delete', { changed: 1, refused: [{ id: '2', message: '已经删除过了' }] });
  await openAdmin('/comments');
  await page.getByRole('checkbox', { name: '全选本页' }).click();
  await button('批量删除').click();
  await reason().fill('广告');
  await dialog('删除这 2 条评论').getByRole('button', { name: '删除' }).click();
  await expect.element(report()).toMatchTextContent('删除：1 条成功，1 条没有成功');
  await expect.element(report()).toMatchTextContent('读者2的评论：已经删除过了');
  expect(callsTo('POST /admin/comment/delete').at(-1)?.body).toEqual({ ids: ['1', '2'], reason: '广告' });
});

test('dismisses the reports of a comment', async () => {
  answer('GET /admin/comment/list', lists([comment(1, { state: 'visible', reportCount: 1 })]));
  answer('POST /admin/comment/settle', { changed: 1, refused: [] });
  await openAdmin('/comments?shelf=reported');
  await button('驳回举报读者1的评论').click();
  await expect.element(report()).toMatchTextContent('已驳回举报 1 条');
  expect(callsTo('POST /admin/comment/settle').at(-1)?.body).toEqual({ ids: ['1'] });
});

test('mutes a member for a period, and keeps the typed reason after an error', async () => {
  answer('POST /admin/comment/mute', refuse(409, '不能禁言员工'));
  await openAdmin('/comments');
  await button('禁言读者1的评论').click();
  await page.getByRole('radio', { name: '7 天' }).click();
  await dialog('禁言 读者1').getByRole('button', { name: '禁言' }).click();
  await expect.element(dialog().getByText('请填写理由')).toBeVisible();
  await reason().fill('反复刷屏');
  await dialog('禁言 读者1').getByRole('button', { name: '禁言' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('不能禁言员工');
  await expect.element(reason()).toHaveValue('反复刷屏');
  answer('POST /admin/comment/mute', { until: '2026-11-27T08:00:00+08:00' });
  await dialog('禁言 读者1').getByRole('button', { name: '禁言' }).click();
  await expect.element(toastOf('已禁言 读者1')).toBeInTheDocument();
  expect(callsTo('POST /admin/comment/mute').at(-1)?.body).toEqual({
    memberId: '71',
    hours: 168,
    reason: '反复刷屏',
  });
});

test('lists muted members and lifts a mute', async () => {
  answer('GET /admin/comment/mutes', [
    {
      member: { id: '7', name: '沈观潮' },
      until: '2026-11-27T08:00:00+08:00',
      reason: '反复刷屏',
      by: '贺知微',
      createdAt: '2026-11-20T08:00:00+08:00',
    },
  ]);
  answer('POST /admin/comment/unmute', true);
  await openAdmin('/comments');
  await button('禁言名单').click();
  await expect.element(page.getByRole('row').filter({ hasText: '反复刷屏' })).toMatchTextContent('贺知微');
  await expectAccessible();
  answer('GET /admin/comment/mutes', []);
  await button('解除禁言沈观潮').click();
  await expect.element(page.getByText('没有人被禁言')).toBeVisible();
  expect(callsTo('POST /admin/comment/unmute').at(-1)?.body).toEqual({ memberId: '7' });
});

test('answers a comment, and keeps the answer after a refusal', async () => {
  answer('GET /admin/comment/list', lists([comment(1, { state: 'visible' }), comment(2)]));
  answer('POST /member/addComment', refuse(403, '这篇是付费内容，购买后可以评论'));
  await openAdmin('/comments?shelf=all');
  await expect.element(button('删除读者2的评论')).toBeVisible();
  await expect.element(button('回复读者2的评论')).not.toBeInTheDocument();
  await button('回复读者1的评论').click();
  await button('发表').click();
  await expect.element(dialog().getByText('请填写评论')).toBeVisible();
  await page.getByRole('textbox', { name: '回复' }).fill('谢谢提醒，已更正。');
  await button('发表').click();
  await expect.element(dialog().getByText(/购买后可以评论/)).toBeVisible();
  answer('POST /member/addComment', {} as never);
  await button('发表').click();
  await expect.element(toastOf('回复已发表')).toBeVisible();
  expect(callsTo('POST /member/addComment').at(-1)?.body).toEqual({
    postId: '100',
    parentId: '1',
    body: '谢谢提醒，已更正。',
  });
});
