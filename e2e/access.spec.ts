import { logIn } from './calls.ts';
import { expect, headlineLink, open, test } from './journey.ts';
import { addNewcomer } from './newcomer.ts';
import { giveRights } from './registration.ts';

// src/main/locked-text.test.ts requests every call, page and feed as every reader, and searches them for locked text.

test('locked posts show each reader the teaser and their ways to unlock it, and the whole text once it is theirs', async ({
  page,
  request,
  edition,
}) => {
  const reader = await addNewcomer(request, '还没开通');
  const [vipPost, inVipColumn] = [edition.post('deep-01'), edition.post('vip-01')];
  const [membersPost, forSale, ownPrice] = ['firm-04', 'deep-02', 'firm-03'].map(edition.post);
  const vipWall = page.getByRole('region', { name: /VIP.*可读/ });
  const expectLocked = async ({ lockedRuns }: { lockedRuns: string[] }) => {
    const html = await page.content();
    for (const run of lockedRuns) expect(html).not.toContain(run);
  };

  await test.step('a visitor is asked to log in, to subscribe or to buy', async () => {
    await open(page, membersPost?.address ?? '');
    await expect(page.getByRole('region', { name: '登录后可读' })).toContainText('本篇对会员免费');
    await open(page, forSale?.address ?? '');
    const either = page.getByRole('region', { name: /单篇购买.*VIP.*可读/ });
    await expect(either).toContainText('¥18');
    await expect(either.getByRole('link', { name: '开通 VIP' })).toBeVisible();
    await open(page, ownPrice?.address ?? '');
    const alone = page.getByRole('region', { name: '购买后可读' });
    await expect(alone).toContainText('¥12');
    await expect(alone).toContainText('VIP 价 ¥9');
    await expect(alone.getByRole('link', { name: '开通 VIP' })).toHaveCount(0);

    await open(page, vipPost.address);
    await expect(vipWall.getByRole('heading', { level: 2 })).toContainText(/后面还有 [\d,]+ 字/);
    await expect(page.getByRole('main')).toContainText(vipPost.openRuns[0] ?? '');
    await expectLocked(vipPost);
  });

  await test.step('a member who came to subscribe is offered VIP, and reads members’ posts', async () => {
    await vipWall.getByRole('link', { name: '开通 VIP' }).click();
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(vipPost.address)}`);
    await page.getByRole('textbox', { name: '手机号' }).fill(reader.mobile);
    await page.getByRole('textbox', { name: '密码' }).fill(reader.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(vipPost.address);
    await expect(vipWall.getByRole('button', { name: '开通 VIP' })).toBeVisible();
    await expect(vipWall.getByRole('link', { name: '登录' })).toHaveCount(0);
    await expectLocked(vipPost);
    await open(page, membersPost?.address ?? '');
    await expect(page.getByRole('main')).toContainText(membersPost?.lockedRuns[0] ?? '');
    await open(page, '/vip');
    await headlineLink(page, inVipColumn).click();
    await expect(page).toHaveURL(inVipColumn.address);
    await expect(vipWall).toHaveCount(1);
    await expectLocked(inVipColumn);
  });

  await test.step('a VIP reads VIP posts in full, and pays the VIP price for others', async () => {
    const { access_token: admin } = await logIn(request, 'admin');
    await giveRights(request, reader.grant.user_id, { vipDays: 30 }, admin);
    for (const post of [inVipColumn, vipPost]) {
      await open(page, post.address);
      await expect(page.getByRole('main')).toContainText(post.lockedRuns.at(-1) ?? '');
      await expect(vipWall).toHaveCount(0);
    }
    await open(page, ownPrice?.address ?? '');
    const paywall = page.getByRole('region', { name: '购买后可读' });
    await expect(paywall).toContainText('VIP 价，普通价 ¥12');
    await paywall.getByRole('button', { name: '购买本篇' }).click();
    const orderDialog = page.getByRole('dialog', { name: '确认订单' });
    await expect(orderDialog.getByRole('radio', { name: /只买这一篇.*普通价 ¥12/ })).toBeChecked();
    await expect(orderDialog.getByRole('definition').filter({ hasText: '9.00' })).toBeVisible();
  });
});
