import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReferenceContent, ReferenceDetail } from '#features/references/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { behindMask } from '#testing/browser/loading-mask.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, postRecord, writerProfile } from '#testing/browser/personal.ts';
import { alertOf, button, field } from '#testing/browser/sign-in.ts';
import { widths } from '#testing/browser/widths.ts';

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
  tags: [],
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

test('the price is checked while it is typed', async () => {
  await openDraft();
  for (const [typed, says] of [
    ['0.001', '最多两位小数'],
    ['-1', '价格写成元'],
    ['1e9', '价格写成元'],
    ['1000000000', '价格写成元'],
    ['0.5', '价格至少 1 元'],
    ['99901', '价格最多 99900 元'],
  ] as const) {
    await field('价格（元）').fill(typed);
    await expect.element(alertOf(says)).toBeVisible();
  }
  await field('价格（元）').fill('18.60');
  await expect
    .poll(() => callsTo('POST /internalReference/save').at(-1)?.body)
    .toMatchObject({
      content: { price: 1860 },
    });
  // Invalid prices were not sent.
  const prices = callsTo('POST /internalReference/save').map(({ body }) => body.content.price);
  expect(prices.filter((price) => price !== 1850 && price !== 1860)).toEqual([]);
});

test('leaving asks first if the server refuses the text, and saves it silently otherwise', async () => {
  const saved = answer('POST /internalReference/save', refuse(400, '标题过长'));
  await openDraft();
  await title().fill('改过的标题');
  const back = page.getByRole('link', { name: '我的内参' });
  answer('GET /internalReference/list', { records: [], cursor: null });
  await back.click();
  const question = page.getByRole('alertdialog', { name: '有改动还没有保存' });
  await question.getByRole('button', { name: '继续编辑' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(title()).toHaveValue('改过的标题');
  answer('POST /internalReference/save', saved);
  await back.click();
  await expect.element(title()).not.toBeInTheDocument();
  expect(callsTo('POST /internalReference/save').at(-1)?.body.content.title).toBe('改过的标题');
});

describe.for(widths)('%i px wide', (width) => {
  beforeEach(() => page.viewport(width, 740));

  test('the editor is accessible and as wide as the window', async () => {
    await openDraft();
    await expectAccessible();
    expectNoSidewaysScroll();
  });

  test('the draft list is accessible and as wide as the window, and a draft is deleted after a confirmation', async () => {
    answer('GET /internalReference/list', {
      records: [
        {
          id: '100001',
          title: longTitle,
          summary: '',
          cover: null,
          columnId: '201',
          columnName: '内参',
          state: 'draft',
          revision: null,
          access: 'paid',
          price: 1850,
          views: 0,
          comments: 0,
          sales: 0,
          income: 0,
          updatedAt: '2026-11-20T08:00:00+08:00',
          publishedAt: null,
          note: '',
        },
      ],
      cursor: null,
    });
    await openSite('/personal/reference?shelf=draft');
    const heading = page.getByRole('heading', { name: longTitle });
    await expect.element(heading).toBeVisible();
    await expectAccessible();
    expectNoSidewaysScroll();
    answer('POST /internalReference/delete', true);
    answer('GET /internalReference/list', { records: [], cursor: null });
    await page.getByRole('button', { name: `删除：${longTitle}`, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
    await expect.element(heading).not.toBeInTheDocument();
    expect(callsTo('POST /internalReference/delete')).toMatchObject([{ body: { id: '100001' } }]);
  });

  test('a text that names a security is not submitted before the writer has disclosed their holdings', async () => {
    answer('GET /internalReference/check', { securities: [security], words: [], refusal: null });
    await openDraft();
    await button('提交审核').click();
    const sending = dialogNamed('提交审核');
    await expect.element(sending).toMatchTextContent('衡阙重工 697118');
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

  test('the preview shows the text of a visitor, then that of a buyer', async () => {
    const author = {
      id: '9',
      name: '听潮人',
      title: '',
      bio: '',
      avatar: null,
      posts: 0,
      followers: 0,
      followed: false,
    };
    answer('GET /internalReference/preview', ({ query }) => ({
      ...postRecord('100001', longTitle),
      vipPrice: null,
      state: 'draft',
      body:
        query.as === 'buyer' ? '<p>排产表多了三成。只有买过的人知道的结论。</p>' : '<p>排产表多了三成。</p>',
      headings: [],
      attachments: [],
      reader: null,
      lockReason: query.as === 'buyer' ? null : 'paid',
      updatedAt: '2026-11-20T09:00:00+08:00',
      lockedWordCount: query.as === 'buyer' ? 0 : 12,
      price: 1850,
      offers: [],
      collectId: null,
      collects: 0,
      author,
      coAuthors: [],
    }));
    await openDraft();
    await button('预览').click();
    const preview = dialogNamed('预览');
    await expect.element(preview.getByRole('article')).toMatchTextContent('购买后可读');
    await preview.getByRole('button', { name: '买过的人' }).click();
    await expect.element(preview.getByRole('article')).toMatchTextContent('只有买过的人知道的结论。');
    await expectAccessible();
    expectNoSidewaysScroll();
  });

  test('takes all securities that the text names at once', async () => {
    const other = { ...security, code: '600519', name: '贵州茅台' };
    answer('POST /internalReference/save', {
      version: 2,
      savedAt: '2026-11-20T08:02:00+08:00',
      securities: [security, other],
    });
    await openDraft();
    await title().fill('提到两家公司');
    await button('全部加上').click();
    await expect
      .poll(() => callsTo('POST /internalReference/save').at(-1)?.body)
      .toMatchObject({ content: { stockCodes: [security.code, '600519'] } });
    await expect.element(button('全部加上')).not.toBeInTheDocument();
  });

  test('a version saved elsewhere is shown before the writer continues', async () => {
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
      securities: [],
    });
    await conflict.getByRole('button', { name: '保留这里的' }).click();
    await expect.element(conflict).not.toBeInTheDocument();
    await expect
      .poll(() => callsTo('POST /internalReference/save').at(-1)?.body)
      .toMatchObject({ base: 2, content: { title: '这一页的标题' } });
  });

  test('a writer at the draft limit reads why and what to do', async () => {
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
    await expectAccessible();
    expectNoSidewaysScroll();
  });
});

test('a draft of another writer shows the 404 page', async () => {
  answer('GET /internalReference/detail', refuse(404, '内参不存在'));
  await openSite('/personal/reference/add?id=100001');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('没有这篇内参');
});
