import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { column } from '#testing/browser/columns.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { answerHome, pageOf, postRecord } from '#testing/browser/personal.ts';

const news = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...postRecord(String(200 + index), `央行公开市场净投放三千亿元，资金面转松，第 ${index} 条`),
    kind: 'news' as const,
    columnId: '1',
  }));

beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class {
      close() {}
    },
  );
  const posts = Array.from({ length: 12 }, (_, index) =>
    postRecord(String(index + 1), `头条与文章，第 ${index} 篇`),
  );
  answerHome();
  answer('GET /reception/article/newAllArticleList', posts);
  answer('GET /news/reception/getGlobalNewsList', pageOf(news(17)));
  answer('GET /reception/article/researchCharts', posts);
  answer('GET /reception/article/newNoVIPArticleList', posts);
  answer('GET /reception/article/newResearchArticleList', posts);
  answer('GET /reception/article/newArticleList', posts);
  answer('GET /reception/homeQuotes', [
    {
      ...{ code: '600000', name: '沿海重工', isSimulated: true },
      quote: { at: '2026-11-20T14:30:00+08:00', last: 9_800, previousClose: 10_000, isSuspended: false },
    },
  ]);
});
afterEach(() => vi.unstubAllGlobals());

test("a phone's first screen shows the newest live headlines below the quotes", async () => {
  await page.viewport(360, 740);
  await openSite('/index');
  const strip = page.getByRole('region', { name: '正在发生' }).getByRole('listitem');
  await expect.element(strip.first()).toBeVisible();
  // The bar of main entries covers the foot of the screen.
  const bottom = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().top ?? 740;
  expect(strip.first().element().getBoundingClientRect().bottom).toBeLessThan(bottom);
  await expectNoSidewaysScroll();
});

test('shows the chosen blocks in their order, with the posts of a column and a text', async () => {
  answer('GET /reception/homeBlocks', [
    { kind: 'text', title: '编者的话', text: '第一段\n\n第二段' },
    { kind: 'newest' },
    { kind: 'column', columnId: '101' },
    { kind: 'column', columnId: '987654' },
    { kind: 'lead' },
    { kind: 'live' },
  ]);
  answer('GET /reception/article/getResearchArticleList', ({ query }) =>
    pageOf(query.columnId === '101' ? [postRecord('900', '栏目里的一篇')] : []),
  );
  await openSite('/index', { columns: [column('101', '宏观手记')] });
  await expect.element(page.getByRole('region', { name: '宏观手记' })).toMatchTextContent('栏目里的一篇');
  const names = [...document.querySelectorAll('main section')].map(
    (section) =>
      section.getAttribute('aria-label') ??
      document.getElementById(section.getAttribute('aria-labelledby') ?? '')?.textContent,
  );
  expect(names).toEqual(['编者的话', '最新文章', '宏观手记', '头条', '正在发生']);
  const paragraphs = page.getByRole('region', { name: '编者的话' }).getByRole('paragraph').elements();
  expect(paragraphs.map(({ textContent }) => textContent)).toEqual(['第一段', '第二段']);
  expect(callsTo('GET /reception/contest/front')).toEqual([]);
});
