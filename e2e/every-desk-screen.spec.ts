import { features } from '../src/features/index.ts';
import { settingGroups } from '../src/kernel/settings/catalogue.ts';
import { expectWellMade } from './checks.ts';
import { expect, openScreen } from './journey.ts';
import { test } from './visit.ts';

const screens = [
  ...features.flatMap(({ menu = [] }) => menu),
  { to: '/feeds?tab=sources', label: '来稿的来源' },
  { to: '/contest?tab=market', label: '行情状况' },
  { to: '/contest?tab=market&part=import', label: '行情导入' },
  { to: '/contest?tab=market&part=source', label: '行情源' },
  { to: '/contest?tab=instruments', label: '证券' },
  { to: '/contest?tab=rules', label: '交易规则' },
  { to: '/contest/new', label: '新建赛季' },
  { to: '/no-such-screen', label: '没有这一页' },
];

test.use({ reader: 'admin' });

for (const { to, label } of screens)
  test(`the desk’s ${label} is whole, accessible and as wide as the screen, light and dark, large and small`, async ({
    page,
  }) => {
    await openScreen(page, `/admin${to}`);
    await expect(page.locator('h1')).toHaveCount(1);
    await expectWellMade(page);
  });

for (const name of [...Object.keys(settingGroups), 'agreements'])
  test(`the settings of ${name} are accessible and as wide as the screen`, async ({ page }) => {
    await openScreen(page, `/admin/settings?group=${name}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible();
    await expectWellMade(page);
  });
