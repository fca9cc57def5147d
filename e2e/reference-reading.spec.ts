import type { Page } from '@playwright/test';
import { closeSuccessDialog, payDialog } from './buying.ts';
import { fetchData, logIn } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { postData, readCode } from './codes.ts';
import { expect, headlineLink, open } from './journey.ts';
import { newcomerTest } from './newcomer.ts';
import { pay } from './pay.ts';
import { baseURL } from './portal.ts';

/** Every journey has its own reader. */
const test = newcomerTest('读内参的人');

test('a reference is found, read up to its paywall, collected, bought in place, and found again', async ({
  page,
  context,
  edition,
}) => {
  const post = edition.post('ref-01');
  await open(page, '/index');
  await expect(page.getByRole('region', { name: '内参' })).toBeVisible();
  await expect(headlineLink(page, edition.post('ref-02'))).toBeVisible();

  await open(page, `/search?keyword=${encodeURIComponent('承兑汇票')}&type=reference`);
  const links = page.getByRole('main').locator(`a[href="${post.address}"]`);
  await links.first().click();
  await expect(page).toHaveURL(post.address);
  const article = page.getByRole('article').first();
  await expect(article).toContainText(post.openRuns[0] ?? '');
  await expect(article).not.toContainText(post.lockedRuns[0] ?? '');
  await expectAccessible(page);

  const collected = page.waitForResponse('**/addArticleCollect?**');
  await page.getByRole('group', { name: '操作' }).getByRole('button', { name: /收藏/ }).click();
  expect((await collected).status()).toBe(200);

  await page.getByRole('button', { name: '购买本篇' }).click();
  await expect(payDialog(page)).toContainText('19');
  await pay(page, context);
  await closeSuccessDialog(page, '永久可读');
  await expect(page.locator('.paywall')).toHaveCount(0);
  await expect(article).toContainText(post.lockedRuns[0] ?? '');

  for (const address of ['/personal/purchase', '/personal/collect']) {
    await open(page, address);
    await expect(links.first()).toBeVisible();
  }

  await open(page, post.address);
  await page.getByRole('link', { name: '夜班船' }).first().click();
  await expect(page.getByRole('navigation', { name: '作品' }).getByRole('link')).toHaveText(/内参\s*3/);
  await expect(links.first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await open(page, `/mobileDetail?id=${post.id}`);
  await expect(page.getByRole('article').first()).toContainText(post.lockedRuns[0] ?? '');
});

const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const announcementSwitch = (page: Page, channel: string) =>
  row(page, '公告').getByRole('switch', { name: channel });

async function chooseChannel(page: Page, channel: string): Promise<void> {
  const saved = page.waitForResponse('**/saveNoticeSettings');
  await announcementSwitch(page, channel).click();
  expect((await saved).status()).toBe(200);
  await expect(announcementSwitch(page, channel)).toBeChecked();
}

test('a member subscribes to emails, gets one, and unsubscribes by its link without a log-in', async ({
  page,
  browser,
  request,
  token,
  me,
}) => {
  await open(page, '/personal/notices');
  await expect(announcementSwitch(page, '邮件')).toBeDisabled();
  await expect(row(page, '邮件')).toContainText('还没有绑定邮箱');
  await expect(row(page, '邮件').getByRole('link', { name: '绑定邮箱' })).toHaveAttribute(
    'href',
    '/personal/info',
  );

  const email = `${me.mobile}@example.cn`;
  await postData(request, '/member/sendMailCode', { email }, token);
  await postData(request, '/member/changeEmail', { email, value: await readCode(request, email) }, token);
  await open(page, '/personal/notices');
  await chooseChannel(page, '邮件');

  const title = `停机公告 ${me.mobile}`;
  const admin = await logIn(request, 'admin');
  await postData(
    request,
    '/admin/sendAnnouncement',
    { title, body: '今晚二十三点起停一小时。' },
    admin.access_token,
  );
  let emailBody = '';
  await expect
    .poll(async () => {
      const sent = await fetchData<{ recipient: string; body: string }[]>(request, 'GET /reception/outbox');
      emailBody = sent.find(({ recipient, body }) => recipient === email && body.includes(title))?.body ?? '';
      return emailBody;
    })
    .toContain('今晚二十三点起停一小时。');
  const link = /https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(emailBody)?.[0] ?? '';
  const visitorContext = await browser.newContext({ baseURL });
  const visitorPage = await visitorContext.newPage();
  await open(visitorPage, link);
  await expect(visitorPage.getByRole('button', { name: '不再接收' })).toBeVisible();
  await expectAccessible(visitorPage);
  await visitorPage.getByRole('button', { name: '不再接收' }).click();
  await expect(visitorPage.getByRole('status')).toContainText('“平台公告”的邮件不会再发给你');
  await visitorContext.close();
  const settings = await fetchData<{ kind: string; channels: { mail: { state: string } } }[]>(
    request,
    'GET /member/noticeSettings',
    {},
    token,
  );
  expect(settings.find(({ kind }) => kind === 'announcement')?.channels.mail.state).toBe('off');
});

test('a member binds WeChat by scanning a code, and chooses what is sent there', async ({
  page,
  context,
}) => {
  await open(page, '/personal/notices');
  await expect(announcementSwitch(page, '微信')).toBeDisabled();
  const opened = page.waitForResponse('**/bindNoticeWechat');
  await row(page, '微信').getByRole('button', { name: '关联微信' }).click();
  await expect(page.getByRole('img', { name: '关联微信的二维码' })).toBeVisible();
  await expectAccessible(page);
  const phone = await context.newPage();
  // Opens the scanned address, as WeChat does; the stand-in redirects everyone straight back.
  await phone.goto((await (await opened).json()).data.address);
  await expect(phone.getByRole('heading', { name: '已关联微信' })).toBeVisible();
  await phone.close();
  await row(page, '微信').getByRole('button', { name: '我已扫码' }).click();
  await expect(row(page, '微信')).toContainText('已关联');
  await chooseChannel(page, '微信');
  await page.reload();
  await expect(announcementSwitch(page, '微信')).toBeChecked();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});
