import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readStored, removeStored, writeStored } from '#client/storage.ts';
import type { SearchPage } from '#features/search/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { currentAddress, openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf, postRecord } from '#testing/browser/personal.ts';
import { answerLoginPage, button } from '#testing/browser/sign-in.ts';

const main = () => page.getByRole('main');
const region = (name: string) => main().getByRole('region', { name, exact: true });
const textOf = ({ textContent }: Element) => textContent;
const wordsOf = (name: string) => region(name).getByRole('link');

const found = (changes: Partial<SearchPage> = {}): SearchPage => ({
  ...pageOf([
    {
      ...postRecord('1', '新型储能电站'),
      titleFragments: [
        { text: '新型', hit: false },
        { text: '储能', hit: true },
        { text: '电站', hit: false },
      ],
      bodyFragments: [],
      matched: ['title' as const],
    },
  ]),
  authors: [],
  nearest: false,
  readings: [],
  notice: null,
  card: null,
  facets: { types: [], columns: [] },
  ...changes,
});
const author = { id: '7', name: '沈观潮', title: '首席记者', bio: '写能源', avatar: null };

afterEach(() => removeStored('searches'));

test('the blank page repeats a search of this browser, forgets them, and says what can be searched', {
  tags: ['strict'],
}, async () => {
  answer('GET /reception/hotWords', ['储能', '长'.repeat(20), '宁德时代']);
  answer('GET /reception/globalSearch', found());
  writeStored('searches', ['光伏', '储能', '很长的一次搜索'.repeat(7)]);
  await openSite('/search');
  await expect.poll(() => wordsOf('大家在搜').elements()).toHaveLength(3);
  await expect
    .poll(() => wordsOf('搜索历史').elements().map(textOf))
    .toEqual(['光伏', '储能', '很长的一次搜索'.repeat(7)]);
  await page.viewport(360, 900);
  await expectNoSidewaysScroll();
  await page.viewport(1440, 900);
  await wordsOf('搜索历史').nth(1).click();
  await expect.element(main()).toMatchTextContent('新型储能电站');
  expect(currentAddress()).toBe('/search?keyword=%E5%82%A8%E8%83%BD');
  // It becomes the latest.
  await expect.poll(() => readStored('searches')?.slice(0, 2)).toEqual(['储能', '光伏']);

  history.back();
  await button('清空历史').click();
  await expect.poll(() => region('搜索历史').query()).toBeNull();
  expect(readStored('searches')).toBeUndefined();
  await expect.element(region('大家在搜')).toBeVisible();

  answer('GET /reception/hotWords', refuse(500, '出错了'));
  await openSite('/search');
  await expect.element(main()).toMatchTextContent('想找什么');
  expect(region('搜索历史').query()).toBeNull();
  expect(region('大家在搜').query()).toBeNull();
  await expect.element(region('从栏目看起')).toBeVisible();
});

test('results begin with the card of the security or author that the query names, and say how it was read', async () => {
  const card = { type: 'stock', code: '300750', name: '宁德时代', market: 'SZ' } as const;
  const notice = '搜索正在重建，已完成 42%（420,000 / 1,000,000 篇），现在只找得到最新的一部分内容';
  answer('GET /reception/globalSearch', found({ card, notice, readings: ['储能', '触能'] }));
  await openSite('/search?keyword=chuneng');
  await expect.element(region('证券')).toMatchTextContent('宁德时代300750 SZ');
  await expect
    .element(region('证券').getByRole('link').first())
    .toHaveAttribute('href', '/stock?code=300750');
  await expect.element(main()).toMatchTextContent('“chuneng”按拼音读作“储能”“触能”，共 1 条');
  await expect.element(main()).toMatchTextContent(notice);
  expect(callsTo('GET /reception/globalSearch')).toHaveLength(1);
  await expect.poll(() => readStored('searches')).toEqual(['chuneng']);
  await expectAccessible();

  // The author is not listed twice and can be followed.
  answerLoginPage();
  answer('GET /reception/globalSearch', found({ card: { type: 'author', ...author }, authors: [author] }));
  await openSite('/search?keyword=沈观潮');
  await expect.element(region('作者')).toMatchTextContent('首席记者');
  const links = main().getByRole('link').elements();
  expect(links.filter((link) => link.getAttribute('href') === '/author?id=7')).toHaveLength(1);
  await region('作者').getByRole('button').click();
  await expect.poll(currentAddress).toMatch(/^\/login/);
});

test('the advanced search refuses half a date', async () => {
  logInWithProfile();
  answer('GET /reception/hotWords', []);
  answer('GET /reception/globalSearch', found());
  await openSite('/index/search');
  const search = main().getByRole('button', { name: '搜索', exact: true });
  const day = main().getByLabelText('开始日期');
  await main().getByRole('searchbox', { name: '关键词' }).fill('储能');
  // The first part of a date, whatever its order: the others stay blank.
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard('1');
  await search.click();
  await expect.element(main().getByRole('alert')).toMatchTextContent('输入不合法');
  await expect.element(day).toHaveFocus();
  await expect.element(day).toHaveAttribute('aria-invalid', 'true');
  expect(callsTo('GET /reception/globalSearch')).toEqual([]);
  await page.viewport(360, 740);
  await expectNoSidewaysScroll();
  await day.fill('2026-11-20');
  await search.click();
  await expect.poll(currentAddress).toContain('startTime=2026-11-20');
});
