import type { Page } from '@playwright/test';
import { fetchData, logIn } from './calls.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { postData } from './codes.ts';
import { expect, headlineLink, open, phone, stored, test } from './journey.ts';
import { newcomerTest } from './newcomer.ts';

/** Expects the page to fit the screen, and every control on it a finger. */
async function expectForFingers(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, summary, input, select, nav a')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !element.closest('label') && !element.matches('.vh, .vh *'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(
        ({ element, box }) =>
          `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`,
      ),
  );
  expect(small, page.url()).toEqual([]);
}

test.describe('a visitor', () => {
  test.use(phone);

  test('finds, reads and resizes a post with one hand, and is asked to log in where that is needed', async ({
    page,
    edition,
  }) => {
    const bar = page.getByRole('navigation', { name: '主要入口' });
    await test.step('the bottom bar leads to the main entries', async () => {
      await open(page, '/index');
      await expect(bar.getByRole('link')).toHaveText(['首页', '资讯', '研报', 'VIP', '登录']);
      await expect(bar.getByRole('link', { name: '首页' })).toHaveAttribute('aria-current', 'page');
      await expectForFingers(page);
      await bar.getByRole('link', { name: '研报' }).tap();
      await expect(page).toHaveURL('/login?returnTo=%2Frined');
      await expectForFingers(page);
    });

    await test.step('the columns scroll sideways by touch, and the page does not', async () => {
      await open(page, '/107');
      const columns = page.getByRole('navigation', { name: '栏目' });
      await expect(columns.getByRole('link', { name: '市井生意' })).toBeInViewport({ ratio: 0.9 });
      await expectForFingers(page);
      await headlineLink(page, edition.post('street-01')).tap();
      await expect(page).toHaveURL(edition.post('street-01').address);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expectForFingers(page);
    });

    await test.step('the text of a long post grows at a tap', async () => {
      const post = edition.post('macro-01');
      await open(page, post.address);
      const actions = page.getByRole('complementary', { name: '操作' });
      await expect(actions.getByRole('button', { name: '分享' })).toBeInViewport();
      const text = page
        .getByRole('main')
        .getByText(post.openRuns[0] ?? '')
        .first();
      const sizeOf = () => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      const usual = await sizeOf();
      expect(usual).toBeGreaterThanOrEqual(16);
      await actions.getByRole('button', { name: '字号' }).tap();
      expect(await sizeOf()).toBeGreaterThan(usual);
      await expectNoSidewaysScroll(page);
    });

    await test.step('a search is typed and narrowed', async () => {
      await page.getByRole('banner').getByRole('link', { name: '搜索' }).tap();
      await expect(page).toHaveURL('/search');
      await page.getByRole('combobox', { name: '搜索' }).fill('银行');
      await page.getByRole('main').getByRole('button', { name: '搜索' }).tap();
      await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
      await page.getByText('筛选', { exact: true }).tap();
      await page.getByRole('radio', { name: /宏观手记/ }).tap();
      await expect(page).toHaveURL(/columnId=102/);
      await expectForFingers(page);
    });
  });
});

const memberTest = newcomerTest('听潮客');

memberTest.describe('a member', () => {
  memberTest.use(phone);

  memberTest(
    'collects from the bottom bar, sees unread messages there, and logs out at the end of their entries',
    async ({ page, request, token, edition }) => {
      const { title, address } = edition.post('deep-01');
      await open(page, address);
      const added = page.waitForResponse('**/member/addArticleCollect**');
      const collect = page.getByRole('complementary', { name: '操作' }).getByRole('button', { name: '收藏' });
      await collect.tap();
      await expect(collect).toHaveAttribute('aria-pressed', 'true');
      await added;
      const collects = await fetchData<{ records: { title: string }[] }>(
        request,
        'GET /member/articleCollects',
        {},
        token,
      );
      expect(collects.records.map((record) => record.title)).toEqual([title]);

      const { access_token: admin } = await logIn(request, 'admin');
      const announcement = { title: '读者日', body: '来坐坐。', link: '/index' };
      await postData(request, '/admin/sendAnnouncement', announcement, admin);
      await open(page, '/101');
      await page
        .getByRole('navigation', { name: '主要入口' })
        .getByRole('link', { name: /^我的\s*，\d+ 条未读$/ })
        .tap();
      await expect(page).toHaveURL('/personal');
      const entries = page.getByRole('navigation', { name: '个人中心栏目' });
      await entries.getByRole('link', { name: /消息/ }).first().tap();
      await expect(page.getByRole('list', { name: '消息' }).getByRole('listitem').first()).toBeVisible();
      await expectForFingers(page);
      await page.goBack();
      await entries.getByRole('link', { name: '账号安全' }).tap();
      await expect(page).toHaveURL('/personal/security');
      await page.goBack();
      await page.getByRole('main').getByRole('button', { name: '退出登录' }).tap();
      await expect(page).toHaveURL('/index');
      await expect(page.getByRole('region', { name: '提示' }).getByRole('listitem')).toContainText(
        '已退出登录',
      );
      expect(await stored(page, 'token')).toBeNull();
    },
  );
});
