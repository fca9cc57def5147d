import { features } from '../src/features/index.ts';
import { settingGroups } from '../src/kernel/settings/catalogue.ts';
import { expectSoundLayout, expectWellMade } from './checks.ts';
import { expect, openScreen } from './journey.ts';
import { test } from './visit.ts';

const screens = [
  ...features.flatMap(({ menu = [] }) => menu),
  { to: '/feeds?tab=sources', label: '来稿的来源' },
  { to: '/redirects?tab=missing', label: '找不到的地址' },
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
  test(`the admin screen ${label} is complete, accessible and as wide as the screen, large and small`, async ({
    page,
  }) => {
    await openScreen(page, `/admin${to}`);
    await expect(page.locator('h1')).toHaveCount(1);
    await expectSoundLayout(page);
  });

test('all groups of settings and the menu are accessible and as wide as the screen, light and dark', async ({
  page,
}) => {
  test.setTimeout(60_000);
  await openScreen(page, '/admin/settings');
  const main = page.getByRole('main');
  for (const title of [...Object.values(settingGroups).map((group) => group.title), '协议文本']) {
    await main.getByRole('link', { name: title, exact: true }).click();
    await expect(main.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
    await expectWellMade(page);
  }
});
