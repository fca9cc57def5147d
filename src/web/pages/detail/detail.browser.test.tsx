import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { removeStored } from '#client/storage.ts';
import type { Column } from '#features/columns/schema.ts';
import type { OrderDetail } from '#features/orders/schema.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { expectAccessible, expectNoSidewaysScroll, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { logIn, openSite } from '#testing/browser/open-site.ts';
import { pageOf, postRecord } from '#testing/browser/personal.ts';

const column: Column = {
  ...{ id: '101', columnName: '宏观手记', description: '', kind: 'article', listOrder: 5, parentId: null },
  ...{ isNav: 1, isAuth: 1, loginAuth: 0, noMenu: 0, menuType: 0, MenuType: 0, codePath: null, icon: '' },
  ...{ keepAlive: 0, breadShow: 1, hideChild: 0, children: [] },
};

const paragraphs = (first: number, last: number) =>
  Array.from(
    { length: last - first + 1 },
    (_, at) => `<p>第 ${first + at} 段，${'潮水有信。'.repeat(30)}</p>`,
  );
const openBody = paragraphs(1, 6).join('');
const wholeBody = paragraphs(1, 30).join('');

const offer = (type: PostDetail['offers'][number]['type'], title: string, price: number | null) => ({
  ...{ type, title, price, orderId: null },
  thing: type === 'post' ? 'post:7' : null,
});

/** A post for sale, as a reader without it gets it. */
const locked = (changes: Partial<PostDetail> = {}): PostDetail => ({
  ...postRecord('7', '潮水退去以后'),
  ...{ access: 'paid', price: 1200, vipPrice: null, state: 'published', locked: true, reader: null },
  updatedAt: '2026-11-20T09:00:00+08:00',
  ...{ body: openBody, headings: [], attachments: [], lockReason: 'paid', lockedWordCount: 3600 },
  offers: [
    offer('post', '购买本篇，永久可读', 1200),
    offer('column', '订阅“宏观手记”，阅读栏目全部内容', 6800),
  ],
  ...{ collectId: null, collects: 0 },
  author: {
    ...{ id: '1', name: '沈观潮', title: '', bio: '', avatar: null, posts: 3, followers: 5, followed: false },
  },
  coAuthors: [],
  ...changes,
});
const unlocked = (changes: Partial<PostDetail> = {}): PostDetail =>
  locked({ locked: false, body: wholeBody, lockReason: null, lockedWordCount: 0, offers: [], ...changes });

const paidOrder: OrderDetail = {
  ...{ id: '5', number: 'G5', kind: 'post', shelf: 'article', thing: 'post:7', title: '潮水退去以后' },
  ...{ isGift: false, listPrice: 1200, isVipPrice: false, discount: 0, amount: 1200, refundedAmount: 0 },
  ...{ state: 'paid', closeReason: null, gateway: 'sandbox', createdAt: '2026-11-20T08:00:00+08:00' },
  ...{ expiresAt: '2026-11-20T08:30:00+08:00', secondsLeft: 0, paidAt: '2026-11-20T08:01:00+08:00' },
  ...{ months: null, days: null, endsAt: null, columnId: null, planId: null },
  post: { id: '7', kind: 'article', columnId: '101', isWithdrawn: false },
  ...{ refunds: [], invoice: null, gift: null, canPay: false, canCancel: false, canInvoice: true },
  refundable: { isAllowed: false, amount: 0, why: '' },
};

beforeEach(() => {
  answer('GET /reception/article/previousArticle', null);
  answer('GET /reception/article/nextArticle', null);
  answer('GET /reception/article/researchCharts', []);
  answer('POST /reception/getAdList', []);
  answer('GET /reception/article/getResearchArticleList', pageOf([]));
  answer('GET /reception/article/addViewTimes', { views: 1 });
  answer('GET /reception/comment/list', {
    ...{ records: [], cursor: null, total: 0, own: [] },
    standing: { mayWrite: false, reason: null, message: '', isReviewed: false },
  });
});

const open = () => openSite('/101/detail?id=7', { columns: [column] });
const wall = () => document.querySelector('.paywall');

test('the paywall names the cheapest way first, and after payment the reader stands at the line they bought', {
  tags: ['strict'],
}, async () => {
  logIn();
  let isPaid = false;
  answer('POST /reception/article/selectArticle', () => (isPaid ? unlocked() : locked()));
  answer('GET /reception/getPlans', []);
  answer('GET /reception/getPayChannels', {
    gateways: [{ name: 'sandbox', label: '沙箱', channels: ['native'] }],
    wechatAppId: null,
  });
  answer('GET /member/quoteOrder', {
    ...{ title: '', listPrice: 1200, isVipPrice: false, discount: 0, amount: 1200 },
    ...{ couponName: null, couponFault: '', pendingOrderId: null },
  });
  answer('POST /member/createOrder', () => {
    isPaid = true;
    return paidOrder;
  });
  await open();
  const region = page.getByRole('region', { name: '单篇购买或订阅栏目可读' });
  await expect.element(region).toBeVisible();
  const items = region.getByRole('listitem').elements();
  expect(items.map((item) => item.querySelector('h3')?.textContent)).toEqual([
    '购买本篇，永久可读',
    '订阅“宏观手记”，阅读栏目全部内容',
  ]);

  // The actions are beside the text or at the foot of the screen, at any width.
  for (const [width, place] of [
    [1440, 'group'],
    [1199, 'complementary'],
    [1000, 'complementary'],
    [360, 'complementary'],
  ] as const) {
    await page.viewport(width, 740);
    const actions = page.getByRole(place, { name: '操作' });
    for (const name of [/收藏/, /分享/, /朗读/])
      await expect.element(actions.getByRole('button', { name })).toBeInViewport();
    await expectNoSidewaysScroll();
  }

  await page.getByRole('button', { name: '购买本篇' }).click();
  const dialog = page.getByRole('dialog', { name: '确认订单' });
  await dialog.getByRole('checkbox', { name: /七天无理由/ }).click();
  await dialog.getByRole('button', { name: /去支付/ }).click();
  await page.getByRole('button', { name: '接着读' }).click();
  await expect.poll(() => document.activeElement?.textContent?.slice(0, 5)).toBe('第 7 段');
  const { top } = document.activeElement?.getBoundingClientRect() ?? { top: -1 };
  expect(top).toBeGreaterThan(60);
  expect(top).toBeLessThan(400);
  expect(wall()).toBeNull();
});

test('the reader who comes back from the gateway’s page stands at the line they bought, once', async () => {
  logIn();
  sessionStorage.setItem(
    'paywall',
    JSON.stringify({ postId: '7', length: openBody.replace(/<[^>]*>|\s/g, '').length, at: Date.now() }),
  );
  answer('POST /reception/article/selectArticle', unlocked());
  await open();
  await expect.poll(() => document.activeElement?.textContent?.slice(0, 5)).toBe('第 7 段');
  expect(sessionStorage.getItem('paywall')).toBeNull();
});

test('the paywall says so where nothing is on sale', async () => {
  answer('POST /reception/article/selectArticle', locked({ access: 'vip', lockReason: 'vip', offers: [] }));
  await open();
  await expect.element(page.getByRole('region', { name: 'VIP 可读' })).toBeVisible();
  expect(wall()?.textContent).toContain('现在没有在售的购买方式');
  expect(wall()?.querySelector('li')).toBeNull();
});

const picture = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="${colour}"/></svg>`)}`;
const illustrated = () =>
  unlocked({
    body: `<p>前文。</p><figure><img src="${picture('teal')}" alt="吞吐量"><figcaption>图一：月度吞吐量</figcaption></figure>
      <p>中间。</p><figure><img src="${picture('brown')}" alt="运价"></figure>
      <p><a href="/rined"><img src="${picture('navy')}" alt="去研报"></a></p>`,
  });

test('a picture of an article opens with its caption and leads to the others; one inside a link keeps it', async () => {
  const viewer = () => page.getByRole('dialog', { name: '图片' });
  const thumbnail = (name: string) => page.getByRole('button', { name });
  answer('POST /reception/article/selectArticle', illustrated());
  await open();
  await thumbnail('放大图片：吞吐量').click();
  await expect.element(viewer()).toBeVisible();
  await expect.element(viewer().getByText('图一：月度吞吐量')).toBeVisible();
  await expect.element(viewer().getByRole('button', { name: '放大' })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(viewer().getByText('运价')).toBeVisible();
  await expectWellMade();
  await userEvent.keyboard('{Escape}');
  await expect.element(viewer()).not.toBeInTheDocument();
  await expect.element(thumbnail('放大图片：吞吐量')).toHaveFocus();

  (thumbnail('放大图片：运价').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(viewer().getByRole('img', { name: '运价' })).toBeVisible();
  await viewer().getByRole('button', { name: '关闭' }).click();
  await expect.element(viewer()).not.toBeInTheDocument();
  expect(page.getByRole('button', { name: /去研报/ }).query()).toBeNull();
});

describe('the place where a member stopped reading', () => {
  const long = (changes: Partial<PostDetail> = {}) => unlocked({ wordCount: 4000, ...changes });
  const offered = () => page.getByRole('button', { name: '从上次读到的位置继续' });
  const scrollToParagraph = (number: number) =>
    [...document.querySelectorAll('article p')]
      .find(({ textContent }) => textContent?.startsWith(`第 ${number} 段`))
      ?.scrollIntoView();
  /** Characters above the paragraph. */
  const lengthOf = (number: number) =>
    paragraphs(1, number - 1)
      .join('')
      .replace(/<[^>]*>|\s/g, '').length;

  beforeEach(() => {
    logIn();
    answer('POST /reception/article/selectArticle', long());
    answer('GET /member/readingPosition', { position: lengthOf(20) });
    answer('POST /member/saveReadingPosition', true);
  });
  afterEach(() => vi.restoreAllMocks());

  test('is offered on the next visit and leads there, but not on the first or last screen', async () => {
    await page.viewport(1440, 740);
    await open();
    await expect.element(offered()).toBeVisible();
    await page.viewport(360, 740);
    await expect.element(offered()).toBeVisible();
    await expectAccessible();
    await expectNoSidewaysScroll();
    await offered().click();
    await expect.poll(() => document.activeElement?.textContent?.slice(0, 6)).toBe('第 20 段');
    await expect.element(offered()).not.toBeInTheDocument();

    await page.viewport(1440, 740);
    for (const paragraph of [1, 30]) {
      const calls = callsTo('GET /member/readingPosition').length;
      answer('GET /member/readingPosition', { position: lengthOf(paragraph) });
      await open();
      await expect.poll(() => callsTo('GET /member/readingPosition')).toHaveLength(calls + 1);
      await expect.element(page.getByText('第 1 段')).toBeVisible();
      expect(offered().query(), `paragraph ${paragraph}`).toBeNull();
    }
  });

  test('is saved when the reader leaves', async () => {
    await page.viewport(1440, 740);
    await open();
    await page.getByRole('button', { name: '不用，从头读' }).click();
    await expect.element(offered()).not.toBeInTheDocument();
    scrollToParagraph(12);
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await expect
      .poll(() => {
        document.dispatchEvent(new Event('visibilitychange'));
        return callsTo('POST /member/saveReadingPosition').length;
      })
      .toBe(1);
    const { id, position } = callsTo('POST /member/saveReadingPosition')[0]?.body ?? {};
    expect(id).toBe('7');
    expect(position).toBeGreaterThanOrEqual(lengthOf(11));
    expect(position).toBeLessThanOrEqual(lengthOf(13));
  });

  test('is not asked for in a short post, a teaser or a withdrawn post, nor of a visitor', async () => {
    const expectNoCall = async () => {
      await open();
      await expect.element(page.getByText('第 1 段')).toBeVisible();
      expect(callsTo('GET /member/readingPosition')).toEqual([]);
    };
    for (const changes of [
      { wordCount: 800 },
      { lockReason: 'paid', body: openBody },
      { state: 'withdrawn' },
    ] as const) {
      answer('POST /reception/article/selectArticle', long(changes));
      await expectNoCall();
    }
    removeStored('token', 'menuIds');
    answer('POST /reception/article/selectArticle', long());
    await expectNoCall();
  });
});
