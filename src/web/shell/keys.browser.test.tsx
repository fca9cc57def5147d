import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/browser/accessibility.ts';
import { answer } from '#testing/browser/api.ts';
import { currentAddress, logIn, openSite } from '#testing/browser/open-site.ts';
import { pageOf, postRecord } from '#testing/browser/personal.ts';

const headline = (title: string) => page.getByRole('main').getByRole('link', { name: title, exact: true });
const press = (keys: string) => userEvent.keyboard(keys);
const search = () => page.getByRole('banner').getByRole('combobox', { name: '搜索' });
const help = () => page.getByRole('dialog', { name: '键盘快捷键' });

test('single keys move through the list and to the search, unless they are typed, modified or switched off', async () => {
  logIn();
  answer(
    'GET /news/reception/getGlobalNewsList',
    pageOf(
      ['甲', '乙', '丙'].map((title, index) => ({
        ...postRecord(String(9 - index), title),
        kind: 'news' as const,
      })),
    ),
  );
  answer('GET /news/reception/theCharts', []);
  answer('POST /reception/getAdList', []);
  answer('GET /reception/getPinned', []);
  answer('GET /reception/getPlans', []);
  answer('GET /member/memberships', []);
  answer('GET /reception/searchSuggestions', []);
  await openSite('/globalInfo');
  await expect.element(headline('甲')).toBeVisible();

  // With a modifier they are the browser’s.
  await press('{Control>}j{/Control}{Alt>}/{/Alt}');
  expect(document.activeElement).toBe(document.body);
  await press('j');
  await expect.element(headline('甲')).toHaveFocus();
  await press('jj');
  await expect.element(headline('丙')).toHaveFocus();
  await press('j');
  await expect.element(headline('丙')).toHaveFocus();
  await press('k');
  await expect.element(headline('乙')).toHaveFocus();
  await expect.element(headline('乙')).toHaveAttribute('href', '/101/detail?id=8');

  await press('?');
  await expect.element(help()).toMatchTextContent('列表里的下一条');
  await expectAccessible();
  await press('j');
  await expect.element(headline('丙')).not.toHaveFocus();
  await help().getByRole('switch', { name: '使用单键快捷键' }).click();
  await help().getByRole('button', { name: '关闭' }).click();
  await expect.poll(() => help().query()).toBeNull();
  await expect.element(headline('乙')).toHaveFocus();
  await press('j?/');
  expect(help().query()).toBeNull();
  await expect.element(headline('乙')).toHaveFocus();
  // The footer shows them again.
  await page.getByRole('button', { name: '键盘快捷键' }).click();
  await help().getByRole('switch', { name: '使用单键快捷键' }).click();
  await press('{Escape}');
  await expect.poll(() => help().query()).toBeNull();

  await press('/');
  await expect.element(search()).toHaveFocus();
  await expect.element(search()).toHaveValue('');
  await press('j?');
  await expect.element(search()).toHaveValue('j?');
  expect(help().query()).toBeNull();

  // Where the header has no field, `/` leads to the search page.
  await page.viewport(360, 740);
  answer('GET /reception/hotWords', []);
  answer('GET /reception/globalSearch', pageOf([]) as never);
  (document.activeElement as HTMLElement).blur();
  await press('/');
  await expect.poll(currentAddress).toBe('/search');
});
