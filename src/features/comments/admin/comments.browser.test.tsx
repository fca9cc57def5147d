import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, tab, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminComment } from '../manage/schema.ts';

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

test('lists comments with their sensitive words and reports, and asks for a reason to delete one', {
  tags: ['strict'],
}, async () => {
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
  await expectWellMade();
  await button('删除读者1的评论').click();
  await expect.element(dialog('删除这条评论')).toBeVisible();
  await expectAccessible();
});

test('tells a failed list from an empty one, filters by member, and starts again when the filter changes', async () => {
  answer('GET /admin/comment/list', networkError());
  await openAdmin('/comments');
  await expect.element(page.getByText('没有取到评论')).toBeVisible();
  await expect.element(page.getByText('没有等待审核的评论')).not.toBeInTheDocument();
  answer('GET /admin/comment/list', lists([]));
  await button('重试').click();
  await expect.element(page.getByText('没有等待审核的评论')).toBeVisible();
  await expect.element(tab('待审 2')).toHaveAttribute('aria-selected', 'true');
  await tab('被举报 1').click();
  await expect.element(page.getByText('没有被举报的评论')).toBeVisible();

  const muted = { id: '73', name: '读者3', avatar: null, mutedUntil: '2026-11-27T08:00:00+08:00' };
  answer('GET /admin/comment/list', ({ query }) =>
    query.cursor === 'two'
      ? lists([comment(9)])
      : lists(
          [
            comment(1),
            comment(2, { state: 'visible' }),
            comment(3, { state: 'hidden', reason: '与事实不符', writer: muted }),
            comment(4, { writer: null, guestName: '路人甲' }),
            comment(5, { writer: null, state: 'deleted' }),
          ],
          'two',
        ),
  );
  await tab('全部').click();
  await expect.element(card('第3条评论')).toMatchTextContent('理由：与事实不符');
  await expect.element(card('第3条评论')).toMatchTextContent('禁言至 11-27 08:00');
  const offers = (text: string) =>
    card(text)
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent?.replace(/\s/g, ''));
  expect(offers('第1条评论')).toEqual(['通过', '不通过', '删除', '禁言']);
  expect(offers('第2条评论')).toEqual(['回复', '隐藏', '删除', '禁言']);
  expect(offers('第3条评论')).toEqual(['重新显示', '删除']);
  // The writer of an imported comment has no account to mute.
  await expect.element(card('第4条评论')).toMatchTextContent('路人甲（旧站）');
  expect(offers('第4条评论')).toEqual(['通过', '不通过', '删除']);
  await expect.element(card('第5条评论')).toMatchTextContent('已注销的会员');
  expect(offers('第5条评论')).toEqual([]);

  await page.getByRole('checkbox', { name: '选择 读者1 的评论' }).click();
  await button('下一页').click();
  await expect.element(card('第9条评论')).toBeVisible();
  await page.getByRole('link', { name: '读者9', exact: true }).click();
  await expect.poll(lastQuery).toEqual({ shelf: 'all', memberId: '79', size: '20' });
  await expect.element(page.getByRole('toolbar', { name: '批量操作' })).not.toBeInTheDocument();
  await expect.element(page.getByText(/^只看 .* 的评论$/)).toBeVisible();
  await button('看所有的').click();
  await expect.poll(lastQuery).toEqual({ shelf: 'all', size: '20' });
});

test('approves, hides with a reason and shows again, dismisses reports, and deletes the selected comments', async () => {
  const reported = comment(3, { state: 'visible', reportCount: 1 });
  answer('GET /admin/comment/list', lists([comment(1), comment(2, { state: 'visible' }), reported]));
  answer('POST /admin/comment/show', { changed: 1, refused: [] });
  answer('POST /admin/comment/hide', { changed: 1, refused: [] });
  answer('POST /admin/comment/settle', { changed: 1, refused: [] });
  await openAdmin('/comments?shelf=all');
  await button('通过读者1的评论').click();
  await expect.element(report()).toMatchTextContent('已通过 1 条');
  expect(callsTo('POST /admin/comment/show').at(-1)?.body).toEqual({ ids: ['1'] });
  await expect.poll(() => callsTo('GET /admin/comment/counts').length).toBeGreaterThan(1);

  await button('隐藏读者2的评论').click();
  await dialog('隐藏这条评论').getByRole('button', { name: '隐藏' }).click();
  await expect.element(dialog().getByText('请填写理由')).toBeVisible();
  await reason().fill('与事实不符');
  await dialog('隐藏这条评论').getByRole('button', { name: '隐藏' }).click();
  await expect.element(report()).toMatchTextContent('已隐藏 1 条');
  expect(callsTo('POST /admin/comment/hide').at(-1)?.body).toEqual({ ids: ['2'], reason: '与事实不符' });
  await button('撤销（重新显示）').click();
  await expect.element(report()).toMatchTextContent('已重新显示 1 条');
  expect(callsTo('POST /admin/comment/show').at(-1)?.body).toEqual({ ids: ['2'] });

  await expect.element(button('驳回举报读者2的评论')).not.toBeInTheDocument();
  await button('驳回举报读者3的评论').click();
  await expect.element(report()).toMatchTextContent('已驳回举报 1 条');
  expect(callsTo('POST /admin/comment/settle').at(-1)?.body).toEqual({ ids: ['3'] });

  answer('POST /admin/comment/delete', { changed: 2, refused: [{ id: '2', message: '已经删除过了' }] });
  await page.getByRole('checkbox', { name: '全选本页' }).click();
  await button('批量删除').click();
  await reason().fill('广告');
  await dialog('删除这 3 条评论').getByRole('button', { name: '删除' }).click();
  await expect.element(report()).toMatchTextContent('删除：2 条成功，1 条没有成功');
  await expect.element(report()).toMatchTextContent('读者2的评论：已经删除过了');
  expect(callsTo('POST /admin/comment/delete').at(-1)?.body).toEqual({
    ids: ['1', '2', '3'],
    reason: '广告',
  });
});

test('mutes a member for a period, lists muted members, lifts a mute, and answers a comment', async () => {
  answer('GET /admin/comment/list', lists([comment(1, { state: 'visible' }), comment(2)]));
  answer('POST /admin/comment/mute', refuse(409, '不能禁言员工'));
  await openAdmin('/comments?shelf=all');
  await button('禁言读者2的评论').click();
  await page.getByRole('radio', { name: '7 天' }).click();
  await dialog('禁言 读者2').getByRole('button', { name: '禁言' }).click();
  await expect.element(dialog().getByText('请填写理由')).toBeVisible();
  await reason().fill('反复刷屏');
  await dialog('禁言 读者2').getByRole('button', { name: '禁言' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('不能禁言员工');
  answer('POST /admin/comment/mute', { until: '2026-11-27T08:00:00+08:00' });
  await dialog('禁言 读者2').getByRole('button', { name: '禁言' }).click();
  await expect.element(toastOf('已禁言 读者2')).toBeInTheDocument();
  expect(callsTo('POST /admin/comment/mute').at(-1)?.body).toEqual({
    memberId: '72',
    hours: 168,
    reason: '反复刷屏',
  });

  const mute = (id: string, name: string, why: string) => ({
    member: { id, name },
    until: '2026-11-27T08:00:00+08:00',
    reason: why,
    by: '贺知微',
    createdAt: '2026-11-20T08:00:00+08:00',
  });
  answer('GET /admin/comment/mutes', [mute('8', '甲', '广告'), mute('7', '沈观潮', '反复刷屏')]);
  answer('POST /admin/comment/unmute', true);
  await button('禁言名单').click();
  await expect.element(page.getByRole('row').filter({ hasText: '反复刷屏' })).toMatchTextContent('贺知微');
  answer('GET /admin/comment/mutes', []);
  await button('解除禁言沈观潮').click();
  await expect.element(page.getByText('没有人被禁言')).toBeVisible();
  expect(callsTo('POST /admin/comment/unmute').map(({ body }) => body)).toEqual([{ memberId: '7' }]);
  await dialog('禁言名单').getByRole('button', { name: '关闭' }).first().click();
  await expect.element(dialog()).not.toBeInTheDocument();

  answer('POST /member/addComment', refuse(403, '这篇是付费内容，购买后可以评论'));
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
