import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReviewedPost } from '#features/posts/manage/schema.ts';
import type { ReviewedReference } from '#features/references/schema.ts';
import { expectAccessible, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import type { ReviewItem } from '../../review/schema.ts';

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
  unseen: [],
  live: null,
  refusal: null,
  ...changes,
});
const lists = (records: ReviewItem[], cursor: string | null = null) => ({ records, cursor });
const note = () => page.getByRole('textbox', { name: /意见/ });

const closeDrawer = async () => {
  await dialog().getByRole('button', { name: '关闭' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
};
const decisions = () => callsTo('POST /admin/moderation/decide').map(({ body }) => body);

beforeEach(() => {
  answer('GET /admin/moderation/list', lists([item()]));
  answer('GET /admin/moderation/counts', { post: 3, reference: 0, comment: 1 });
  answer('GET /admin/post/reviewed', reviewed());
});

test('lists the queue with long titles, and opens an item with its sensitive words and what changes for readers', {
  tags: ['strict'],
}, async () => {
  const title = '长'.repeat(120);
  answer('GET /admin/moderation/list', lists([item({ title, reason: '含有需审词' }), item({ id: '2' })]));
  answer(
    'GET /admin/post/reviewed',
    reviewed({
      item: item({ hits: [hit] }),
      content: { ...content, title },
      live: content,
      headVersion: 4,
      at: '2026-11-21T09:30:00+08:00',
    }),
  );
  await openAdmin('/moderation');
  await expect.element(row('长长')).toMatchTextContent('含有需审词');
  await expect.element(row('铜价再评')).toMatchTextContent('编辑送审');
  await expect.element(tab('待审 4')).toHaveAttribute('aria-selected', 'true');
  await button(title).click();
  await expect.element(page.getByRole('list', { name: '命中的敏感词' })).toMatchTextContent('送审');
  await expect.element(dialog().getByText('送审之后又改到了第 4 版')).toBeVisible();
  await expect.element(dialog().getByText('通过后 11-21 09:30 发布')).toBeVisible();
  await expect.element(dialog().getByRole('insertion')).toMatchTextContent('长长');
  await expectWellMade();
});

test('filters by kind and keeps the filter when the state changes, and shows a decided item with its outcome', async () => {
  const decided = item({ state: 'rejected', decidedBy: { id: '8', name: '贺知微' }, note: '没有来源' });
  answer('GET /admin/moderation/list', ({ query }) => {
    if (query.state === 'rejected')
      return lists([decided, item({ id: '3', title: '自己撤的', state: 'cancelled' })]);
    return lists([]);
  });
  answer('GET /admin/post/reviewed', ({ query }) =>
    reviewed({ item: query.id === '3' ? item({ id: '3', state: 'cancelled' }) : decided, headVersion: 5 }),
  );
  await openAdmin('/moderation');
  await expect.element(page.getByText('没有等待审核的内容')).toBeVisible();
  await tab('已通过').click();
  await expect.element(page.getByText('还没有通过的内容')).toBeVisible();
  await choose('类型', '评论 1');
  await expect.element(page.getByText('没有符合条件的审核记录')).toBeVisible();
  await expect.element(tab('待审 4')).toBeVisible();
  await tab('已退回').click();
  await expect
    .poll(() => callsTo('GET /admin/moderation/list').at(-1)?.query)
    .toEqual({ state: 'rejected', kind: 'comment', size: '20' });
  await expect.element(tab('已退回')).toHaveAttribute('aria-selected', 'true');
  await expect.element(row('铜价再评')).toMatchTextContent('处理意见：没有来源');
  await button('铜价再评').click();
  await expect.element(dialog('审核记录').getByText('贺知微 退回：没有来源')).toBeVisible();
  await expect.element(dialog().getByText('送审之后又改到了')).not.toBeInTheDocument();
  await expect.element(button('通过')).not.toBeInTheDocument();
  await closeDrawer();
  await button('自己撤的').click();
  await expect.element(dialog('审核记录').getByText('送审人撤回')).toBeVisible();
});

test('approves, requires a reason to send back, and keeps it when another reviewer has already decided', async () => {
  // An administrator may decide on what they submitted themselves.
  answer('GET /admin/moderation/list', lists([item({ isOwn: true }), item({ id: '2', title: '第二篇' })]));
  answer('GET /admin/post/reviewed', ({ query }) =>
    reviewed({ item: item({ id: query.id ?? '', isOwn: true }) }),
  );
  answer('POST /admin/moderation/decide', true as never);
  await openAdmin('/moderation');
  await button('铜价再评').click();
  await expect.element(dialog('审核稿件').getByText('据内幕消息称')).toBeVisible();
  await expect
    .element(dialog().getByRole('link', { name: '在编辑器里看' }))
    .toHaveAttribute('href', '/admin/posts/100');
  answer('GET /admin/moderation/list', lists([item({ id: '2', title: '第二篇' })]));
  await button('通过').click();
  await expect.element(toastOf('已通过')).toBeVisible();
  await expect.element(row('铜价再评')).not.toBeInTheDocument();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(decisions()).toEqual([{ id: '1', decision: 'approved', note: '' }]);

  answer('POST /admin/moderation/decide', refuse(409, '这一条刚刚被别人处理'));
  await button('第二篇').click();
  await button('退回').click();
  await expect.element(dialog().getByText('请写明退回的理由，作者会看到')).toBeVisible();
  await button('要求修改').click();
  await expect.element(dialog().getByText('请写明要修改的地方，作者会看到')).toBeVisible();
  expect(decisions()).toHaveLength(1);
  await note().fill('请补上来源');
  await button('要求修改').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('这一条刚刚被别人处理');
  await expect.element(note()).toHaveValue('请补上来源');
  answer('POST /admin/moderation/decide', true as never);
  await button('退回').click();
  await expect.element(toastOf('已退回，作者会收到通知')).toBeInTheDocument();
  expect(decisions().slice(1)).toEqual([
    { id: '2', decision: 'changes', note: '请补上来源' },
    { id: '2', decision: 'rejected', note: '请补上来源' },
  ]);
});

test('leaves own items and those of other columns to another reviewer, and allows only a rejection of a deleted post', async () => {
  const own = item({ isOwn: true });
  const comment = item({
    id: '2',
    kind: 'comment',
    title: '评论的稿件',
    excerpt: '加我<b>微信</b>',
    hits: [hit],
  });
  const foreign = item({ id: '3', title: '别的栏目的' });
  const gone = item({ id: '4', title: '已删除的' });
  answer('GET /admin/moderation/list', lists([own, comment, foreign, gone]));
  answer('GET /admin/post/reviewed', ({ query }) => {
    if (query.id === '4') return refuse(404, '没有这篇稿件');
    return query.id === '3'
      ? reviewed({ item: foreign, refusal: '你不负责栏目“脱水研报”' })
      : reviewed({ item: own });
  });
  await openAdmin('/moderation', { permissions: ['content.review'] });
  await button('铜价再评').click();
  await expect.element(dialog().getByText('要由另一位审核员处理')).toBeVisible();
  await expect.element(button('通过')).not.toBeInTheDocument();
  await expect.element(button('退回')).not.toBeInTheDocument();
  await closeDrawer();
  await button('别的栏目的').click();
  await expect.element(dialog().getByText('你不负责栏目“脱水研报”，要由负责它的审核员处理。')).toBeVisible();
  await expect.element(button('通过')).not.toBeInTheDocument();
  await closeDrawer();
  await button('已删除的').click();
  await expect.element(dialog().getByText('没有这个稿件')).toBeVisible();
  await expect.element(button('退回')).toBeVisible();
  await expect.element(button('要求修改')).not.toBeInTheDocument();
  await expect.element(button('通过')).not.toBeInTheDocument();
  await closeDrawer();
  await button('评论的稿件').click();
  await expect.element(dialog('审核评论').getByText('加我<b>微信</b>')).toBeVisible();
  await expect
    .element(dialog().getByRole('link', { name: '看这位会员的评论' }))
    .toHaveAttribute('href', '/admin/comments?shelf=all&memberId=7');
  await expect.element(button('通过')).toBeVisible();
  await expect.element(button('要求修改')).not.toBeInTheDocument();
});

test('shows the compliance facts of a reference, and exports the evidence', async () => {
  const reference = item({ kind: 'reference', isOwn: true });
  // The server decides who may decide on a reference, even an administrator.
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
    mayDecide: false,
  } as unknown as ReviewedReference);
  answer('GET /admin/reference/evidence', new Response('{}') as never);
  await openAdmin('/moderation');
  await button('铜价再评').click();
  const facts = page.getByRole('region', { name: '合规' });
  await expect.element(facts).toMatchTextContent('陆听澜');
  await expect.element(facts).toMatchTextContent('付费 ¥18，VIP 免费');
  await expect.element(facts).toMatchTextContent('贵州茅台 600519');
  await expect.element(facts).toMatchTextContent('持有：100 股');
  await expectAccessible();
  await expect.element(dialog('审核内参').getByText('要由另一位审核员处理')).toBeVisible();
  await button('导出证据').click();
  await expect.poll(() => callsTo('GET /admin/reference/evidence').at(-1)?.query.id).toBe('100');
});
