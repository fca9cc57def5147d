import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReviewItem } from '#features/moderation/review/schema.ts';
import type { ReviewedPost } from '#features/posts/admin/schema.ts';
import type { ReviewedReference } from '#features/references/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const item = (changes: Partial<ReviewItem> = {}): ReviewItem => ({
  id: '1',
  kind: 'post',
  target: 'post:100',
  title: '铜价再评',
  excerpt: '',
  reason: '',
  hits: [],
  state: 'pending',
  submittedBy: { id: '7', name: '沈观潮' },
  submittedAt: '2026-11-20T08:00:00+08:00',
  decidedBy: null,
  decidedAt: null,
  note: '',
  isOwn: false,
  ...changes,
});
const hit = {
  word: '内幕消息',
  level: 'review' as const,
  category: '',
  field: 'html',
  label: '正文',
  found: '内幕消息',
  excerpt: '据内幕消息称',
};
const content = {
  columnId: '2',
  authorId: '3',
  coAuthorIds: [],
  title: '铜价再评',
  summary: '一句摘要',
  cover: null,
  access: null,
  price: null,
  vipPrice: null,
  vipFree: false,
  important: false,
  tags: [],
  stockCodes: [],
  html: '<p>据内幕消息称</p>',
  seoTitle: '',
  seoDescription: '',
  relatedIds: [],
};
const reviewed = (changes: Partial<ReviewedPost> = {}): ReviewedPost => ({
  item: item(),
  postId: '100',
  state: 'draft',
  version: 2,
  headVersion: 2,
  at: null,
  content,
  html: '<p>据内幕消息称</p>',
  live: null,
  refusal: null,
  ...changes,
});
const lists = (records: ReviewItem[], cursor: string | null = null) => ({ records, cursor });
const note = () => page.getByRole('textbox', { name: /意见/ });

async function openItem(title = '铜价再评') {
  await openAdmin('/moderation');
  await button(title).click();
}

beforeEach(() => {
  answer('GET /admin/moderation/list', lists([item()]));
  answer('GET /admin/moderation/counts', { post: 3, reference: 0, comment: 1 });
  answer('GET /admin/post/reviewed', reviewed());
});

test.for(widths)('lists the queue and opens an item, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const title = '长'.repeat(120);
  answer('GET /admin/moderation/list', lists([item({ title, reason: '含有需审词' })]));
  answer(
    'GET /admin/post/reviewed',
    reviewed({ item: item({ hits: [hit] }), content: { ...content, title }, live: content }),
  );
  await openAdmin('/moderation');
  await expect.element(row('长长')).toMatchTextContent('含有需审词');
  await expect.element(tab('待审 4')).toHaveAttribute('aria-selected', 'true');
  expectNoSidewaysScroll();
  await expectAccessible();
  await button(title).click();
  await expect.element(page.getByRole('list', { name: '命中的敏感词' })).toMatchTextContent('送审');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('filters by kind and keeps the filter when the state changes', async () => {
  await openAdmin('/moderation');
  await choose('类型', '评论 1');
  await expect.element(tab('待审 4')).toHaveAttribute('aria-selected', 'true');
  await tab('已退回').click();
  await expect
    .poll(() => callsTo('GET /admin/moderation/list').at(-1)?.query)
    .toMatchObject({ state: 'rejected', kind: 'comment' });
  await expect.element(tab('已退回')).toHaveAttribute('aria-selected', 'true');
});

test('shows an empty queue, and a failed queue', async () => {
  answer('GET /admin/moderation/list', networkError());
  await openAdmin('/moderation');
  await expect.element(page.getByText('网络连接错误！')).toBeVisible();
  answer('GET /admin/moderation/list', lists([]));
  await button('重试').click();
  await expect.element(page.getByText('没有等待审核的内容')).toBeVisible();
  await tab('已通过').click();
  await expect.element(page.getByText('还没有通过的内容')).toBeVisible();
});

test('refuses a member who may not review', async () => {
  await openAdmin('/moderation', { permissions: ['orders.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

test('approves a post, and refetches the list', async () => {
  answer('POST /admin/moderation/decide', true as never);
  await openItem();
  await expect.element(dialog('审核稿件').getByText('据内幕消息称')).toBeVisible();
  answer('GET /admin/moderation/list', lists([]));
  await button('通过').click();
  await expect.element(toastOf('已通过')).toBeVisible();
  await expect.element(page.getByText('没有等待审核的内容')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(callsTo('POST /admin/moderation/decide').at(-1)?.body).toEqual({
    id: '1',
    decision: 'approved',
    note: '',
  });
});

test('requires a reason for a rejection, and keeps it when another reviewer has already decided', async () => {
  answer('POST /admin/moderation/decide', refuse(409, '这一条刚刚被别人处理'));
  await openItem();
  await button('退回').click();
  await expect.element(dialog().getByText('请写明退回的理由，作者会看到')).toBeVisible();
  await button('要求修改').click();
  await expect.element(dialog().getByText('请写明要修改的地方，作者会看到')).toBeVisible();
  expect(callsTo('POST /admin/moderation/decide')).toEqual([]);
  await note().fill('请补上来源');
  await button('要求修改').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('这一条刚刚被别人处理');
  await expect.element(note()).toHaveValue('请补上来源');
  answer('POST /admin/moderation/decide', true as never);
  await button('退回').click();
  await expect.element(toastOf('已退回，作者会收到通知')).toBeInTheDocument();
  expect(callsTo('POST /admin/moderation/decide').at(-1)?.body).toEqual({
    id: '1',
    decision: 'rejected',
    note: '请补上来源',
  });
});

test('warns that a post was changed after its submission', async () => {
  answer('GET /admin/post/reviewed', reviewed({ headVersion: 4 }));
  await openItem();
  await expect.element(dialog().getByText('送审之后又改到了第 4 版')).toBeVisible();
});

test("leaves a reviewer's own item to another reviewer, but lets an administrator decide", async () => {
  const own = item({ isOwn: true });
  answer('GET /admin/moderation/list', lists([own]));
  answer('GET /admin/post/reviewed', reviewed({ item: own }));
  await openAdmin('/moderation', { permissions: ['content.review'] });
  await button('铜价再评').click();
  await expect.element(dialog().getByText('要由另一位审核员处理')).toBeVisible();
  await expect.element(button('通过')).not.toBeInTheDocument();
});

test('allows only a rejection for a deleted post', async () => {
  answer('GET /admin/post/reviewed', refuse(404, '没有这篇稿件'));
  await openItem();
  await expect.element(dialog().getByText('没有这个稿件')).toBeVisible();
  await expect.element(button('退回')).toBeVisible();
  await expect.element(button('通过')).not.toBeInTheDocument();
});

test('shows a decided item with its outcome', async () => {
  const decided = item({ state: 'rejected', decidedBy: { id: '8', name: '贺知微' }, note: '没有来源' });
  answer('GET /admin/moderation/list', lists([decided]));
  answer('GET /admin/post/reviewed', reviewed({ item: decided }));
  await openItem();
  await expect.element(dialog('审核记录').getByText('贺知微 退回：没有来源')).toBeVisible();
});

test('shows a comment without a call, and offers no request for changes', async () => {
  answer(
    'GET /admin/moderation/list',
    lists([item({ kind: 'comment', excerpt: '加我<b>微信</b>', hits: [hit] })]),
  );
  await openItem();
  await expect.element(dialog('审核评论').getByText('加我<b>微信</b>')).toBeVisible();
  await expect.element(button('通过')).toBeVisible();
  await expect.element(button('要求修改')).not.toBeInTheDocument();
});

test('shows the compliance facts of a reference, and exports the evidence', async () => {
  const reference = item({ kind: 'reference' });
  answer('GET /admin/moderation/list', lists([reference]));
  answer('GET /admin/reference/reviewed', {
    ...reviewed({ item: reference, content: { ...content, access: 'paid', price: 1800, vipFree: true } }),
    securities: [{ code: '600519', name: '贵州茅台' }],
    disclosure: { holding: 'holds', note: '100 股' },
    writer: {
      id: '9',
      name: '陆听澜',
      qualificationState: 'verified',
      qualification: 'S0010',
      institution: '观澜研究',
    },
    mode: 'licensed',
    mayDecide: true,
  } as unknown as ReviewedReference);
  answer('GET /admin/reference/evidence', new Response('{}') as never);
  await openItem();
  const facts = page.getByRole('region', { name: '合规' });
  await expect.element(facts).toMatchTextContent('陆听澜');
  await expect.element(facts).toMatchTextContent('付费 ¥18，VIP 免费');
  await expect.element(facts).toMatchTextContent('贵州茅台 600519');
  await expect.element(facts).toMatchTextContent('持有：100 股');
  await expectAccessible();
  await button('导出证据').click();
  await expect.poll(() => callsTo('GET /admin/reference/evidence').at(-1)?.query.id).toBe('100');
});
