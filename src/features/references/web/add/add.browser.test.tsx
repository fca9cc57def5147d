import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { confirmAsSafari } from '#testing/browser/compose.ts';
import { behindMask } from '#testing/browser/loading-mask.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, postRecord, writerProfile } from '#testing/browser/personal.ts';
import { alertOf, button, field } from '#testing/browser/sign-in.ts';
import type { ReferenceContent, ReferenceDetail } from '../../schema.ts';

const title = () => page.getByRole('textbox', { name: '标题', exact: true });
const dialogNamed = (name: string) => page.getByRole('dialog', { name });
const longTitle = '一个长到要在手机上折成好几行才放得下的标题：衡阙重工、渚桥银行与一张排产表';
const security = { code: '697118', name: '衡阙重工' };

const content: ReferenceContent = {
  columnId: '201',
  title: longTitle,
  summary: '',
  cover: null,
  access: 'paid',
  price: 1850,
  vipFree: false,
  tags: ['铜', '排产'],
  stockCodes: [],
  html: '<p>衡阙重工（697118）的排产表比去年多了三成。</p>',
};
const reference: ReferenceDetail = {
  id: '100001',
  state: 'draft',
  revision: null,
  version: 1,
  liveVersion: 0,
  publishedAt: null,
  updatedAt: '2026-11-20T08:00:00+08:00',
  review: null,
  securities: [security],
  disclosure: null,
  rules: { mode: 'review', riskText: '本文不构成投资建议。' },
  content,
};

beforeEach(() => {
  logInWithProfile();
  const free = { used: 0, limit: 20 };
  answer('GET /internalReference/isFull', {
    full: false,
    reason: null,
    draft: free,
    review: free,
    today: free,
  });
  answer('GET /internalReference/columns', [{ id: '201', columnName: '内参', access: 'member' }]);
  answer('GET /internalReference/profile', writerProfile);
  answer('GET /internalReference/detail', reference);
  answer('POST /internalReference/save', {
    version: 2,
    savedAt: '2026-11-20T08:01:00+08:00',
    securities: [security],
  });
});

const openDraft = async () => {
  await openSite('/personal/reference/add?id=100001');
  await expect.element(title()).toBeVisible();
};

test('a writer chooses a pen name before the first reference', async () => {
  answer('GET /internalReference/profile', { ...writerProfile, authorId: null, name: '' });
  answer('POST /internalReference/profile', writerProfile);
  await openSite('/personal/reference/add');
  await field(/笔名/).fill(' ');
  await button('开始写').click();
  await expect.element(alertOf('请填写笔名')).toBeVisible();
  expect(callsTo('POST /internalReference/profile')).toEqual([]);
  await field(/笔名/).fill('听潮人');
  await button('开始写').click();
  await expect.element(title()).toBeVisible();
});

test('the editor checks price and tags while they are typed, and saves before the writer leaves', {
  tags: ['strict'],
}, async () => {
  const other = { code: '600519', name: '贵州茅台' };
  const saved = () => callsTo('POST /internalReference/save').map(({ body }) => body.content);
  const answerSave = () =>
    answer('POST /internalReference/save', {
      version: 2,
      savedAt: '2026-11-20T08:01:00+08:00',
      securities: [security, other],
    });
  answerSave();
  await openDraft();
  await expectWellMade();
  for (const [typed, says] of [
    ['0.001', '最多两位小数'],
    ['1e9', '价格写成元'],
    ['0.5', '价格至少 1 元'],
    ['99901', '价格最多 99900 元'],
  ] as const) {
    await field('价格（元）').fill(typed);
    await expect.element(alertOf(says)).toBeVisible();
  }
  await field('价格（元）').fill('18.60');
  await expect.poll(() => saved().at(-1)).toMatchObject({ price: 1860 });
  // Invalid prices were not sent.
  expect(saved().filter(({ price }) => price !== 1850 && price !== 1860)).toEqual([]);

  // A half-typed tag is corrected without losing the last one.
  const tags = page.getByRole('combobox', { name: '标签' });
  const chosenTags = () =>
    page
      .getByRole('list', { name: '已选标签' })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  await tags.fill('电');
  await userEvent.keyboard('{Backspace}');
  await expect.element(tags).toHaveValue('');
  expect(chosenTags()).toEqual(['铜', '排产']);
  await userEvent.keyboard('{Backspace}');
  await expect.poll(chosenTags).toEqual(['铜']);
  await tags.fill('电价');
  confirmAsSafari();
  await expect.element(tags).toHaveValue('电价');
  await userEvent.keyboard('{Enter}');
  await expect.poll(chosenTags).toEqual(['铜', '电价']);

  // The text names two securities: both are taken at once.
  await button('全部加上').click();
  await expect
    .poll(() => saved().at(-1))
    .toMatchObject({ tags: ['铜', '电价'], stockCodes: [security.code, other.code] });
  await expect.element(button('全部加上')).not.toBeInTheDocument();

  answer('POST /internalReference/save', refuse(400, '标题过长'));
  answer('GET /internalReference/list', { records: [], cursor: null });
  await title().fill('改过的标题');
  const back = page.getByRole('link', { name: '我的内参' });
  await back.click();
  const question = page.getByRole('alertdialog', { name: '有改动还没有保存' });
  await question.getByRole('button', { name: '继续编辑' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(title()).toHaveValue('改过的标题');
  answerSave();
  await back.click();
  await expect.element(title()).not.toBeInTheDocument();
  expect(saved().at(-1)).toMatchObject({ title: '改过的标题' });
});

test('a version saved elsewhere is shown, then the text as a visitor and a buyer read it, and holdings are disclosed', async () => {
  answer('POST /internalReference/save', refuse(409, '内容刚刚在别处保存过'));
  await openDraft();
  const elsewhere = { ...content, html: '<p>另一页写的。</p>' };
  answer('GET /internalReference/detail', { ...reference, version: 2, content: elsewhere });
  await title().fill('这一页的标题');
  const conflict = dialogNamed('这篇内参刚在别处保存过');
  await expect
    .element(conflict.getByRole('article', { name: '别处的版本' }))
    .toMatchTextContent('另一页写的。');
  await expectAccessible();
  answer('POST /internalReference/save', {
    version: 3,
    savedAt: '2026-11-20T08:02:00+08:00',
    securities: [security],
  });
  await conflict.getByRole('button', { name: '保留这里的' }).click();
  await expect.element(conflict).not.toBeInTheDocument();
  await expect
    .poll(() => callsTo('POST /internalReference/save').at(-1)?.body)
    .toMatchObject({ base: 2, content: { title: '这一页的标题' } });

  const author = {
    ...{ id: '9', name: '听潮人', title: '', bio: '', avatar: null, posts: 0, followers: 0 },
    followed: false,
  };
  answer('GET /internalReference/preview', ({ query }) => ({
    ...postRecord('100001', longTitle),
    ...{ vipPrice: null, state: 'draft', headings: [], attachments: [], reader: null, price: 1850 },
    ...{ updatedAt: '2026-11-20T09:00:00+08:00', offers: [], collectId: null, collects: 0 },
    ...{ author, coAuthors: [] },
    body:
      query.as === 'buyer' ? '<p>排产表多了三成。只有买过的人知道的结论。</p>' : '<p>排产表多了三成。</p>',
    lockReason: query.as === 'buyer' ? null : 'paid',
    lockedWordCount: query.as === 'buyer' ? 0 : 12,
  }));
  await button('预览').click();
  const preview = dialogNamed('预览');
  await expect.element(preview.getByRole('article')).toMatchTextContent('购买后可读');
  await preview.getByRole('button', { name: '买过的人' }).click();
  await expect.element(preview.getByRole('article')).toMatchTextContent('只有买过的人知道的结论。');
  await page.viewport(360, 740);
  await expectNoSidewaysScroll();
  await page.viewport(1440, 900);
  await userEvent.keyboard('{Escape}');
  await expect.element(preview).not.toBeInTheDocument();

  answer('GET /internalReference/check', {
    ...{ securities: [security], words: [], refusal: null },
    unseen: [{ kind: 'picture', address: 'https://mmbiz.qpic.cn/a.png', name: '营收' }],
  });
  await button('提交审核').click();
  const sending = dialogNamed('提交审核');
  await expect.element(sending).toMatchTextContent('衡阙重工 697118');
  await expect.element(sending).toMatchTextContent('读者会看不到：图片“营收”（mmbiz.qpic.cn）');
  await sending.getByRole('button', { name: '提交审核' }).click();
  await expect.element(sending.getByRole('alert')).toMatchTextContent('请选择一项');
  expect(callsTo('POST /internalReference/submit')).toEqual([]);
  await expectAccessible();
  answer('POST /internalReference/submit', behindMask({ state: 'reviewing', revision: null }));
  answer('GET /internalReference/list', { records: [], cursor: null });
  await sending.getByRole('radio', { name: '不持有' }).click();
  await sending.getByRole('button', { name: '提交审核' }).click();
  await expect.element(page.getByText('已提交，审核结果会通知你')).toBeVisible();
  expect(callsTo('POST /internalReference/submit').at(-1)?.body).toMatchObject({
    id: '100001',
    disclosure: { holding: 'none' },
  });
});

test('the draft list fits a phone, and a draft is deleted after a confirmation', {
  tags: ['strict'],
}, async () => {
  const draft = (id: string, title: string) => ({
    ...{ id, title, summary: '', cover: null, columnId: '201', columnName: '内参', state: 'draft' as const },
    ...{ revision: null, access: 'paid' as const, price: 1850, views: 0, comments: 0, sales: 0, income: 0 },
    ...{ updatedAt: '2026-11-20T08:00:00+08:00', publishedAt: null, note: '' },
  });
  answer('GET /internalReference/list', {
    records: [draft('100002', '另一篇'), draft('100001', longTitle)],
    cursor: null,
  });
  await openSite('/personal/reference?shelf=draft');
  const heading = page.getByRole('heading', { name: longTitle });
  await expect.element(heading).toBeVisible();
  await expectWellMade();
  const remove = async () => {
    await page.getByRole('button', { name: `删除：${longTitle}`, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
  };
  answer('POST /internalReference/delete', refuse(400, '这篇内参正在审核，不能删除'));
  await remove();
  await expect.element(alertOf('这篇内参正在审核，不能删除')).toBeVisible();
  await expect.element(heading).toBeVisible();
  answer('POST /internalReference/delete', true);
  answer('GET /internalReference/list', { records: [draft('100002', '另一篇')], cursor: null });
  await remove();
  await expect.element(heading).not.toBeInTheDocument();
  expect(callsTo('POST /internalReference/delete').at(-1)?.body).toMatchObject({ id: '100001' });
});

test('a writer at the draft limit reads why and what to do; a draft of another writer is not found', async () => {
  const limit = { used: 0, limit: 5 };
  answer('GET /internalReference/isFull', {
    full: true,
    reason: '草稿已满 20 篇，请先删除或提交一些',
    draft: { used: 20, limit: 20 },
    review: limit,
    today: limit,
  });
  await openSite('/personal/reference/add');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('现在不能再写新的内参');
  await expect.element(page.getByRole('main')).toMatchTextContent('20 / 20');
  await expect
    .element(page.getByRole('link', { name: '整理草稿' }))
    .toHaveAttribute('href', '/personal/reference?shelf=draft');
  await page.viewport(360, 740);
  await expectNoSidewaysScroll();

  answer('GET /internalReference/detail', refuse(404, '内参不存在'));
  await openSite('/personal/reference/add?id=100001');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('没有这篇内参');
});
