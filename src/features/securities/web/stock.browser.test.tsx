import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError } from '#testing/browser/api.ts';
import { currentAddress, openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf, postRecord } from '#testing/browser/personal.ts';
import { answerLoginPage, button } from '#testing/browser/sign-in.ts';
import type { StockPage } from '../schema.ts';

const main = () => page.getByRole('main');

const stock: StockPage = {
  code: '300750',
  name: '宁德时代',
  market: 'SZ',
  board: 'chinext',
  initials: 'NDSD',
  isSimulated: false,
  aliases: [],
  totals: { news: 0, article: 2, reference: 0 },
  watched: false,
  quote: {
    at: '2026-11-20T14:30:00+08:00',
    open: 200_000,
    high: 210_000,
    low: 199_000,
    last: 190_000,
    previousClose: 200_000,
    volume: 120_000,
    amount: 230_000_000,
    isSuspended: false,
  },
};
const candle = (day: string, close: number) => ({
  ...{ day, close, open: close - 500, high: close + 900, low: close - 900 },
  volume: 90_000,
});

function answerStock(changes: Partial<StockPage> = {}) {
  answer('GET /reception/stock', { ...stock, ...changes });
  answer('GET /reception/stockPosts', pageOf([postRecord('1', '排产上调'), postRecord('2', '出海之后')]));
  answer('GET /reception/contest/intraday', []);
  answer('GET /reception/contest/candles', [candle('2026-11-18', 198_000), candle('2026-11-19', 200_000)]);
}

test('a security shows quote, charts and posts, and is added to the watched ones and removed', {
  tags: ['strict'],
}, async () => {
  logInWithProfile();
  answerStock();
  answer('POST /member/addWatchedStock', { id: '1' });
  answer('POST /member/deleteWatchedStock', true);
  await openSite('/stock?code=sz300750');
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('宁德时代');
  await expect.element(main()).toMatchTextContent('−5.00%');
  await expect.element(main()).toMatchTextContent('行情 2026-11-20 14:30');
  await expect.element(main().getByRole('link', { name: '排产上调' })).toBeVisible();
  await page.getByRole('tab', { name: '日 K' }).click();
  await expect.element(page.getByRole('img', { name: /宁德时代日 K 线图/ })).toBeVisible();
  await expectWellMade();

  const watch = page.getByRole('button', { name: /自选.*宁德时代/ });
  await watch.click();
  await expect.element(watch).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(() => callsTo('POST /member/addWatchedStock'))
    .toMatchObject([{ query: { code: '300750' } }]);
  await watch.click();
  await expect.poll(() => callsTo('POST /member/deleteWatchedStock')).toHaveLength(1);
  await expect.element(watch).toHaveAttribute('aria-pressed', 'false');
});

test('a security lists one kind, retries a failed list, has no market part without quotes, and asks a visitor to log in', async () => {
  answerStock({ quote: null });
  answer('GET /reception/stockPosts', networkError());
  await openSite('/stock?code=300750&kind=article');
  await expect.element(main()).toMatchTextContent('没有取到内容');
  answer('GET /reception/stockPosts', pageOf([]));
  await button('重试').click();
  await expect.element(main()).toMatchTextContent('还没有写到宁德时代的文章');
  expect(callsTo('GET /reception/stockPosts').at(-1)).toMatchObject({
    query: { code: '300750', kind: 'article' },
  });
  expect(page.getByRole('heading', { name: '行情图' }).query()).toBeNull();
  expect(callsTo('GET /reception/contest/candles')).toEqual([]);
  answerLoginPage();
  await page.getByRole('button', { name: /自选.*宁德时代/ }).click();
  await expect.poll(currentAddress).toMatch(/^\/login/);
});

test('the watched securities are listed with quotes and can be removed, and have a feed of the posts that name them', async () => {
  const watched = { ...stock, id: '7', watchedAt: '2026-11-20T08:00:00+08:00' };
  logInWithProfile();
  answer('GET /member/watchedStocks', [
    watched,
    { ...watched, id: '6', code: '697012', name: '一家名字特别长的股份有限公司', quote: null },
  ]);
  answer('POST /member/deleteWatchedStock', true);
  await openSite('/personal/stocks');
  const table = page.getByRole('table', { name: '自选股' });
  await expect.element(table).toMatchTextContent('−5.00%');
  await expect
    .element(table.getByRole('link', { name: '宁德时代' }))
    .toHaveAttribute('href', '/stock?code=300750');
  await expectWellMade();
  await table.getByRole('button', { name: /自选.*宁德时代/ }).click();
  await expect
    .poll(() => callsTo('POST /member/deleteWatchedStock'))
    .toMatchObject([{ query: { code: '300750' } }]);

  answer('GET /member/watchedFeed', pageOf([postRecord('1', '排产上调')]));
  await openSite('/personal/stocks?view=feed');
  await expect.element(main().getByRole('link', { name: '排产上调' })).toBeVisible();
  answer('GET /member/watchedStocks', []);
  await page.getByRole('link', { name: '股票', exact: true }).click();
  await expect.element(main()).toMatchTextContent('还没有自选股');
});
