import type { Page } from '@playwright/test';
import { fetchData, logIn } from './calls.ts';
import { postData, readCode } from './codes.ts';
import { expect, open } from './journey.ts';
import { newcomerTest } from './newcomer.ts';
import { openOtherPage } from './other-page.ts';

/** Every journey has its own reader. */
const test = newcomerTest('收通知的人');

const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const announcementSwitch = (page: Page, channel: string) =>
  row(page, '公告').getByRole('switch', { name: channel });

async function chooseChannel(page: Page, channel: string): Promise<void> {
  const saved = page.waitForResponse('**/saveNoticeSettings');
  await announcementSwitch(page, channel).click();
  expect((await saved).status()).toBe(200);
  await expect(announcementSwitch(page, channel)).toBeChecked();
}

test('a member gets notices by email and in WeChat, and unsubscribes by the link of an email without a log-in', async ({
  page,
  context,
  browser,
  request,
  token,
  me,
}) => {
  await test.step('WeChat is bound by scanning a code, and chosen for a kind of notice', async () => {
    await open(page, '/personal/notices');
    await expect(announcementSwitch(page, '微信')).toBeDisabled();
    await expect(announcementSwitch(page, '邮件')).toBeDisabled();
    const opened = page.waitForResponse('**/bindNoticeWechat');
    await row(page, '微信').getByRole('button', { name: '关联微信' }).click();
    await expect(page.getByRole('img', { name: '关联微信的二维码' })).toBeVisible();
    const phone = await context.newPage();
    // Opens the scanned address, as WeChat does; the stand-in redirects everyone straight back.
    await phone.goto((await (await opened).json()).data.address);
    await phone.getByRole('button', { name: '确认关联' }).click();
    await expect(phone.getByRole('heading', { name: '已关联微信' })).toBeVisible();
    await phone.close();
    await row(page, '微信').getByRole('button', { name: '我已确认' }).click();
    await expect(row(page, '微信')).toContainText('已关联');
    await chooseChannel(page, '微信');
  });

  const email = `${me.mobile}@example.cn`;
  await test.step('email is chosen once an address is bound', async () => {
    await postData(request, '/member/sendMailCode', { email }, token);
    await postData(request, '/member/changeEmail', { email, value: await readCode(request, email) }, token);
    await page.reload();
    await expect(announcementSwitch(page, '微信')).toBeChecked();
    await chooseChannel(page, '邮件');
  });

  await test.step('a visitor with the link of an email stops those emails', async () => {
    const title = `停机公告 ${me.mobile}`;
    const admin = await logIn(request, 'admin');
    const announcement = { title, body: '今晚二十三点起停一小时。' };
    await postData(request, '/admin/sendAnnouncement', announcement, admin.access_token);
    let emailBody = '';
    await expect
      .poll(async () => {
        const sent = await fetchData<{ recipient: string; body: string }[]>(request, 'GET /reception/outbox');
        emailBody =
          sent.find(({ recipient, body }) => recipient === email && body.includes(title))?.body ?? '';
        return emailBody;
      })
      .toContain(announcement.body);
    const link = /https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(emailBody)?.[0] ?? '';
    const visitor = await openOtherPage(browser);
    await open(visitor, link);
    await visitor.getByRole('button', { name: '不再接收' }).click();
    await expect(visitor.getByRole('status')).toContainText('“平台公告”的邮件不会再发给你');
    await visitor.context().close();
    await page.reload();
    await expect(announcementSwitch(page, '微信')).toBeChecked();
    await expect(announcementSwitch(page, '邮件')).not.toBeChecked();
  });
});
