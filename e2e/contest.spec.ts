import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './checks.ts';
import { type ContestMarket, openMarket } from './contest-market.ts';
import { expect, open, phone } from './journey.ts';
import { newcomerTest } from './newcomer.ts';

const base = newcomerTest('弄潮儿');
const test = base.extend<{ market: ContestMarket }>({
  market: async ({ page }, use, info) => {
    const market = await openMarket(info.parallelIndex);
    await use(market);
    // An open page keeps checking its order, and the check of a closed season answers 404.
    await page.close();
    await market.close();
  },
});

const clickButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** The worker polls for quotes every 2 s, the page for its account every 10 s. */
const soon = { timeout: 20_000 };

async function openSecurity(page: Page, { initials, name }: ContestMarket): Promise<void> {
  await page.getByRole('combobox', { name: '证券搜索' }).fill(initials.toLowerCase());
  await page.getByRole('option', { name }).click();
  await expect(page).toHaveURL(/code=/);
  await expect(page.getByRole('main')).toContainText(name);
}

async function order(page: Page, side: '买入' | '卖出', price: string, quantity: string): Promise<void> {
  await page.getByRole('tab', { name: side, exact: true }).click();
  await field(page, '价格').fill(price);
  await field(page, '数量').fill(quantity);
  await clickButton(page, `提交${side}委托`);
  await expect(page.getByRole('dialog')).toContainText('模拟交易');
  await clickButton(page, `确认${side}`);
  await expect(page.getByText('委托已提交')).toBeVisible();
}

test.skip(
  () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(11, 16) >= '23:25',
  'the simulated market is closed shortly before midnight',
);

test.describe('a visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('reads the quotes, logs in and returns, enrols, buys, waits a night to sell, and climbs the leaderboard', {
    tag: '@deep',
  }, async ({ page, me, market }) => {
    test.setTimeout(180_000);
    const seasonAddress = `/gszb?season=${market.seasonId}`;
    const tradeAddress = `/gszb/trade?season=${market.seasonId}&code=${market.code}`;
    await market.addLeader('领先者', 200);

    await test.step('the visitor sees quotes but no form, logs in, and returns to the season', async () => {
      await open(page, tradeAddress);
      await expect(page.getByRole('main')).toContainText(market.name);
      await expect(page.getByRole('main')).toContainText('登录后参加');
      await open(page, seasonAddress);
      await page.getByRole('link', { name: '登录参加' }).click();
      await page.getByRole('textbox', { name: '手机号' }).fill(me.mobile);
      await page.getByLabel('密码', { exact: true }).fill(me.password);
      await page.getByRole('button', { name: '登录', exact: true }).click();
      await expect(page).toHaveURL(seasonAddress);
    });

    await test.step('the player enrols, and an order is filled by the next quote', async () => {
      await clickButton(page, '一键报名');
      await expect(page.getByText('报名成功')).toBeVisible();
      await page.getByRole('link', { name: '去交易' }).click();
      await openSecurity(page, market);
      await order(page, '买入', '10.00', '30000');
      await page.getByRole('tab', { name: '委托' }).click();
      await expect(page.getByRole('table', { name: '等待成交的委托' })).toContainText('30,000');
      await market.quote(9_990);
      await expect(page.getByRole('table', { name: '已结束的委托' })).toContainText('已成交', soon);
      await page.getByRole('tab', { name: '持仓' }).click();
      await expect(page.getByRole('table', { name: '持仓' })).toContainText('30,000', soon);
    });

    await test.step('shares bought today cannot be sold today (T+1)', async () => {
      await page.getByRole('tab', { name: '卖出', exact: true }).click();
      await field(page, '价格').fill('9.99');
      await field(page, '数量').fill('30000');
      await expect(page.getByRole('alert').filter({ hasText: 'T+1' })).toBeVisible();
      await clickButton(page, '提交卖出委托');
      await expect(page.getByRole('dialog')).toBeHidden();
    });

    const topThree = page.getByRole('list', { name: '总榜前三名' }).getByRole('listitem');
    await test.step('after a night the shares are sold, after another the player leads', async () => {
      await market.passNight(10_100);
      await open(page, seasonAddress);
      await expect(topThree.nth(0)).toContainText('+2.00%');
      await expect(topThree.nth(1)).toContainText(me.name);
      await open(page, tradeAddress);
      await order(page, '卖出', '10.90', '30000');
      await market.quote(11_000);
      await page.getByRole('tab', { name: '持仓' }).click();
      await expect(page.getByText('还没有持仓')).toBeVisible(soon);
      await page.getByRole('tab', { name: '成交' }).click();
      await expect(page.getByRole('tabpanel', { name: '成交' })).toContainText('卖出');
      await market.passNight(11_000);
      await open(page, seasonAddress);
      await expect(topThree.nth(0)).toContainText(me.name);
      await expect(topThree.nth(0)).toContainText('+3.00%');
    });

    await test.step('the player follows another one, and saves a poster of their result', async () => {
      await topThree.nth(1).getByRole('link', { name: '领先者' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('领先者');
      const follow = page.getByRole('button', { name: /关注\s*领先者/ });
      await expect(follow).toHaveAttribute('aria-pressed', 'false');
      await follow.click();
      await expect(follow).toHaveAttribute('aria-pressed', 'true');
      await clickButton(page, '分享战绩');
      const poster = page.getByRole('dialog').getByRole('img', { name: /领先者.*第 2 名.*\+2\.00%/ });
      await expect(poster).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: '保存图片' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('领先者的模拟战绩.png');
      const bytes = await readFile(await file.path());
      expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
      expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(720);
      await open(page, `${seasonAddress}&board=following`);
      await expect(page.getByRole('table', { name: '我关注的选手' })).toContainText('领先者');
    });
  });
});

test.describe('on a phone', () => {
  test.use(phone);

  test('a player enrols, finds a security and buys', { tag: '@smoke' }, async ({ page, market }) => {
    await open(page, `/gszb?season=${market.seasonId}`);
    await clickButton(page, '一键报名');
    await expect(page.getByText('报名成功')).toBeVisible();
    await page.getByRole('link', { name: '去交易' }).tap();
    await openSecurity(page, market);
    await order(page, '买入', '10.00', '30000');
    await page.getByRole('tab', { name: '委托' }).tap();
    await expect(page.getByRole('table', { name: '等待成交的委托' })).toContainText('30,000');
    await expectNoSidewaysScroll(page);
  });
});
