import type { Page } from '@playwright/test';
import { dialog, finish } from './buying.ts';
import { askData, logIn } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { post, readCode } from './codes.ts';
import { expect, open, storyOf } from './journey.ts';
import { newcomerTest } from './newcomer.ts';
import { pay } from './pay.ts';
import { baseURL } from './portal.ts';

/** Every reader is a person of their own. */
const test = newcomerTest('读内参的人');

test('a reference is found, read to its wall, kept, bought where it stands, and found again', async ({
  page,
  context,
  edition,
}) => {
  const piece = edition.piece('ref-01');
  await open(page, '/index');
  await expect(page.getByRole('region', { name: '内参' })).toBeVisible();
  await expect(storyOf(page, edition.piece('ref-02'))).toBeVisible();

  await open(page, `/search?keyword=${encodeURIComponent('承兑汇票')}&type=reference`);
  const links = page.getByRole('main').locator(`a[href="${piece.address}"]`);
  await links.first().click();
  await expect(page).toHaveURL(piece.address);
  const article = page.getByRole('article').first();
  await expect(article).toContainText(piece.openRuns[0] ?? '');
  await expect(article).not.toContainText(piece.lockedRuns[0] ?? '');
  await expectAccessible(page);

  const collected = page.waitForResponse('**/addArticleCollect?**');
  await page.getByRole('group', { name: '操作' }).getByRole('button', { name: /收藏/ }).click();
  expect((await collected).status()).toBe(200);

  await page.getByRole('button', { name: '购买本篇' }).click();
  await expect(dialog(page)).toContainText('19');
  await pay(page, context);
  await finish(page, '永久可读');
  await expect(page.locator('.paywall')).toHaveCount(0);
  await expect(article).toContainText(piece.lockedRuns[0] ?? '');

  for (const address of ['/personal/purchase', '/personal/collect']) {
    await open(page, address);
    await expect(links.first()).toBeVisible();
  }

  await open(page, piece.address);
  await page.getByRole('link', { name: '夜班船' }).first().click();
  await expect(page.getByRole('navigation', { name: '作品' }).getByRole('link')).toHaveText(/内参\s*3/);
  await expect(links.first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await open(page, `/mobileDetail?id=${piece.id}`);
  await expect(page.getByRole('article').first()).toContainText(piece.lockedRuns[0] ?? '');
});

const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const announced = (page: Page, place: string) => row(page, '公告').getByRole('switch', { name: place });

async function choose(page: Page, place: string): Promise<void> {
  const saved = page.waitForResponse('**/saveNoticeSettings');
  await announced(page, place).click();
  expect((await saved).status()).toBe(200);
  await expect(announced(page, place)).toBeChecked();
}

test('a member chooses letters, gets one, and ends them by its link without a log-in', async ({
  page,
  browser,
  request,
  token,
  me,
}) => {
  await open(page, '/personal/notices');
  await expect(announced(page, '邮件')).toBeDisabled();
  await expect(row(page, '邮件')).toContainText('还没有绑定邮箱');
  await expect(row(page, '邮件').getByRole('link', { name: '绑定邮箱' })).toHaveAttribute(
    'href',
    '/personal/info',
  );

  const email = `${me.mobile}@example.cn`;
  await post(request, '/member/sendMailCode', { email }, token);
  await post(request, '/member/changeEmail', { email, value: await readCode(request, email) }, token);
  await open(page, '/personal/notices');
  await choose(page, '邮件');

  const title = `停机公告 ${me.mobile}`;
  const admin = await logIn(request, 'admin');
  await post(
    request,
    '/admin/sendAnnouncement',
    { title, body: '今晚二十三点起停一小时。' },
    admin.access_token,
  );
  let letter = '';
  await expect
    .poll(async () => {
      const sent = await askData<{ recipient: string; body: string }[]>(request, 'GET /reception/outbox');
      letter = sent.find(({ recipient, body }) => recipient === email && body.includes(title))?.body ?? '';
      return letter;
    })
    .toContain('今晚二十三点起停一小时。');
  const link = /https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(letter)?.[0] ?? '';
  const elsewhere = await browser.newContext({ baseURL });
  const stranger = await elsewhere.newPage();
  await open(stranger, link);
  await expect(stranger.getByRole('button', { name: '不再接收' })).toBeVisible();
  await expectAccessible(stranger);
  await stranger.getByRole('button', { name: '不再接收' }).click();
  await expect(stranger.getByRole('status')).toContainText('「平台公告」的邮件不会再发给你');
  await elsewhere.close();
  const settings = await askData<{ kind: string; channels: { mail: { state: string } } }[]>(
    request,
    'GET /member/noticeSettings',
    {},
    token,
  );
  expect(settings.find(({ kind }) => kind === 'announcement')?.channels.mail.state).toBe('off');
});

test('a member binds WeChat by the code on the screen, and chooses what comes there', async ({
  page,
  context,
}) => {
  await open(page, '/personal/notices');
  await expect(announced(page, '微信')).toBeDisabled();
  const opened = page.waitForResponse('**/bindNoticeWechat');
  await row(page, '微信').getByRole('button', { name: '关联微信' }).click();
  await expect(page.getByRole('img', { name: '关联微信的二维码' })).toBeVisible();
  await expectAccessible(page);
  const phone = await context.newPage();
  // As WeChat does with what it scanned; the stand-in sends whoever comes straight back.
  await phone.goto((await (await opened).json()).data.address);
  await expect(phone.getByRole('heading', { name: '已关联微信' })).toBeVisible();
  await phone.close();
  await row(page, '微信').getByRole('button', { name: '我已扫码' }).click();
  await expect(row(page, '微信')).toContainText('已关联');
  await choose(page, '微信');
  await page.reload();
  await expect(announced(page, '微信')).toBeChecked();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});
