import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { EconomicEvent } from '#features/economic-events/schema.ts';
import type { HomeQuote } from '#features/securities/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer } from '#testing/browser/api.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { answerHome } from '#testing/browser/personal.ts';

const quoteOf = (at: number, last: number): HomeQuote => ({
  code: `60000${at}`,
  name: at === 1 ? '一家名字特别长的股份有限公司' : `公司 ${at}`,
  isSimulated: true,
  quote: { at: '2026-11-20T14:30:00+08:00', last, previousClose: 10_000, isSuspended: at === 3 },
});

function answerQuotes(quotes: HomeQuote[], events: EconomicEvent[] = []) {
  answerHome();
  answer('GET /reception/homeQuotes', quotes);
  answer('GET /reception/economicEvents', events);
}
const strip = () => page.getByRole('region', { name: '行情' });

test('the strip shows quotes in one line, and the calendar of today is a table', {
  tags: ['strict'],
}, async () => {
  const event = {
    ...{ at: '2026-11-24T09:30:00+08:00', title: '10 月 CPI 同比，一个名字很长的统计指标', region: '中国' },
    ...{ previous: '0.3%', forecast: '0.4%', actual: '' },
  };
  answerQuotes(
    Array.from({ length: 8 }, (_, at) => quoteOf(at, 9_000 + at * 300)),
    [
      { ...event, id: '1', importance: 3 },
      { ...event, id: '2', importance: 1, actual: '0.5%' },
    ],
  );
  await openSite('/index');
  await expect.element(strip().getByRole('link').first()).toHaveAttribute('href', '/stock?code=600000');
  await expect.element(strip()).toMatchTextContent('9.00−1.00 −10.00%');
  await expect.element(strip()).toMatchTextContent('停牌');
  const table = page.getByRole('table', { name: '今日财经日历' });
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('09:30中国 10 月 CPI');
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('待公布');
  await expect.element(table.getByRole('row').nth(2)).toMatchTextContent('0.5%');
  for (const width of [360, 1440]) {
    await page.viewport(width, 900);
    expect(strip().element().getBoundingClientRect().height).toBeLessThan(80);
    await expectNoSidewaysScroll();
  }
  await expectAccessible();

  answerQuotes([]);
  await openSite('/index');
  await expect.element(page.getByText('第一期还没有出')).toBeVisible();
  expect(strip().query()).toBeNull();
  expect(table.query()).toBeNull();
});
