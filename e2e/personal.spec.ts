import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { fetchCall, fetchData, logIn } from './calls.ts';
import { newMobile, postData, readCode } from './codes.ts';
import { clearStorage, expect, open, stored } from './journey.ts';
import { logInAs, newcomerTest } from './newcomer.ts';

// The component tests beside src/web/pages/personal cover the behaviour of the single forms, lists and pages.

/** Every journey has its own member, so that its changes disturb no other. */
const test = newcomerTest('听潮客');

// Excludes toasts that are being removed.
const toasts = (page: Page) =>
  page.getByRole('region', { name: '提示' }).getByRole('listitem').and(page.locator('[data-removed=false]'));
const expectToast = (page: Page, words: string) =>
  expect(toasts(page).filter({ hasText: words })).toBeVisible();
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem');

/** Another process of the portal learns a moment later that a session has ended. */
const isLoggedIn = async (request: APIRequestContext, token: string) =>
  fetchData<boolean>(request, 'GET /reception/isLogin', {}, token);

type Profile = {
  name: string;
  avatar: string | null;
  email: string | null;
  hasTotp: boolean;
  deletionDueAt: string | null;
};
const profileOf = (request: APIRequestContext, token = '') =>
  fetchData<Profile>(request, 'GET /member/profile', {}, token);

test('a member changes their name, picture, mobile number and email address, and the server saves all', async ({
  page,
  request,
  token,
  me,
}) => {
  await open(page, '/personal/info');
  await button(page, '修改昵称').click();
  await field(page, '新昵称').fill('看潮的𠮷👩‍🚀');
  await page.keyboard.press('Enter');
  await expectToast(page, '昵称已修改');
  expect((await profileOf(request, token)).name).toBe('看潮的𠮷👩‍🚀');

  await button(page, '更换头像').click();
  const dialog = page.getByRole('dialog', { name: '更换头像' });
  const picture = { create: { width: 640, height: 400, channels: 3 as const, background: '#c2371c' } };
  await dialog.locator('input[type="file"]').setInputFiles({
    name: '头像.png',
    mimeType: 'image/png',
    buffer: await sharp(picture).png().toBuffer(),
  });
  await dialog.getByRole('slider', { name: '缩放' }).fill('2');
  await dialog.getByRole('button', { name: '保存头像' }).click();
  await expectToast(page, '头像已更换');
  await expect(dialog).toBeHidden();
  const { avatar } = await profileOf(request, token);
  await expect(row(page, '头像').locator('img')).toHaveAttribute('src', avatar ?? 'none');
  const storedAvatar = sharp(await (await request.get(avatar ?? '')).body());
  expect(await storedAvatar.metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  expect(await stored(page, 'token')).toMatchObject({ user: { avatar } });

  await test.step('the mobile number changes with codes to both numbers, the email address with one code', async () => {
    const mobile = newMobile();
    await open(page, '/personal/info');
    await button(page, '更换手机号').click();
    await page.getByRole('button', { name: '获取验证码' }).first().click();
    await field(page, /原手机号/).fill(await readCode(request, me.mobile));
    await field(page, '新手机号').first().fill(mobile);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await field(page, '新手机号的验证码').fill(await readCode(request, mobile));
    await button(page, '更换手机号').click();
    await expectToast(page, '手机号已更换');
    await expect(row(page, '手机号')).toContainText(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
    await logInAs(request, { mobile, password: me.password });

    const email = `${mobile}@example.cn`;
    await button(page, '绑定邮箱').click();
    await field(page, '邮箱').fill(email);
    await button(page, '获取验证码').click();
    await field(page, '邮件验证码').fill(await readCode(request, email));
    await button(page, '保存').click();
    await expectToast(page, '邮箱已绑定');
    expect((await profileOf(request, token)).email).toMatch(/@example\.cn$/);
  });
});

test('a new password ends all other sessions, one device is logged out, then all others, and WeChat is bound and unbound', async ({
  page,
  request,
  token,
  me,
}) => {
  await test.step('devices are listed, one is logged out, then all others', async () => {
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
    const desktopContext =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
    const phonePage = await logInAs(request, me, phone);
    const desktopPage = await logInAs(request, me, desktopContext);
    await open(page, '/personal/security');
    const devices = rows(page, '登录设备');
    await expect(devices).toHaveCount(3);
    await expect(devices.filter({ hasText: '这台设备' })).toHaveCount(1);
    const question = page.getByRole('alertdialog');
    await devices.filter({ hasText: 'iPhone' }).getByRole('button').click();
    await question.getByRole('button', { name: '退出登录' }).click();
    await expect(devices).toHaveCount(2);
    await expect.poll(() => isLoggedIn(request, phonePage.access_token)).toBe(false);
    expect(await isLoggedIn(request, desktopPage.access_token)).toBe(true);
    await button(page, '退出其他所有设备').click();
    await question.getByRole('button', { name: '退出登录' }).click();
    await expect(devices).toHaveCount(1);
    await expect.poll(() => isLoggedIn(request, desktopPage.access_token)).toBe(false);
    expect(await isLoggedIn(request, token ?? '')).toBe(true);
  });

  await test.step('a new password ends all other sessions, and keeps the current one', async () => {
    const other = await logInAs(request, me);
    await open(page, '/personal/password');
    await field(page, '旧密码').fill(me.password);
    await field(page, /^新密码/).fill('风平浪静 9 times');
    await field(page, '再输一次新密码').fill('风平浪静 9 times');
    await button(page, '保存').click();
    await expectToast(page, '密码已保存');
    await expect.poll(() => isLoggedIn(request, other.access_token)).toBe(false);
    expect(await isLoggedIn(request, token ?? '')).toBe(true);
    await logInAs(request, { ...me, password: '风平浪静 9 times' });
  });

  await test.step('WeChat is bound by a scan and unbound', async () => {
    await open(page, '/personal/security');
    const part = page.getByRole('region', { name: '微信', exact: true });
    await part.getByRole('button', { name: '绑定微信' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button').or(frame.getByRole('link')).first().click();
    await expect(part).toContainText('可以用微信扫码登录');
    await part.getByRole('button', { name: '解绑微信' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '解绑' }).click();
    await expect(part).toContainText('未绑定');
  });
});

test('two-step verification is set up, required at log-in, and turned off with a recovery code', async ({
  page,
  request,
  token,
  me,
}) => {
  await open(page, '/personal/security');
  const part = region(page, '两步验证');
  await part.getByRole('button', { name: '开启两步验证' }).click();
  await field(page, '先输入登录密码').fill(me.password);
  await part.getByRole('button', { name: '下一步' }).click();
  const secret = ((await part.locator('code').textContent()) ?? '').replace(/\s/g, '');
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
  await field(page, '验证器里的 6 位数字').fill(authenticator.generate());
  await part.getByRole('button', { name: '开启', exact: true }).click();
  await expect(part.getByRole('list', { name: '恢复码' })).toBeVisible();
  const codes = await part.getByRole('list', { name: '恢复码' }).getByRole('listitem').allTextContents();
  expect(codes.length).toBeGreaterThanOrEqual(8);
  const download = page.waitForEvent('download');
  await part.getByRole('button', { name: '下载' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  for (const code of codes) expect(text).toContain(code);
  await part.getByRole('button', { name: '我已保存' }).click();
  expect((await profileOf(request, token)).hasTotp).toBe(true);

  await clearStorage(page);
  await open(page, '/login?returnTo=%2Fpersonal%2Fsecurity');
  await field(page, '手机号').fill(me.mobile);
  await field(page, '密码').fill(me.password);
  await page.keyboard.press('Enter');
  await field(page, /动态验证码|恢复码/).fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '动态码' })).toBeVisible();
  await field(page, /动态验证码|恢复码/).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/personal/security');

  await part.getByRole('button', { name: '关闭两步验证' }).click();
  await field(page, /^动态验证码/).fill(codes[1] ?? '');
  await part.getByRole('button', { name: '关闭两步验证' }).click();
  await expect(row(page, '动态验证码')).toContainText('未开启');
  await logInAs(request, me);
});

test('favourites are searched, removed and restored; follows and the reading history stay removed after a reload', async ({
  page,
  request,
  token,
  edition,
}) => {
  await test.step('favourites', async () => {
    const posts = ['macro-01', 'macro-05', 'sea-01'].map((name) => edition.post(name));
    for (const { id } of posts)
      await fetchData(request, 'POST /member/addArticleCollect', { articleId: id }, token);
    const news = edition.post('news-26');
    await fetchData(request, 'POST /member/addNewsCollect', { newsId: news.id }, token);
    const [first, second, newest] = posts;
    if (!first || !second || !newest) throw new Error('the edition lacks a post');

    await open(page, '/personal/collect');
    await expect(rows(page, '收藏')).toHaveCount(3);
    await expect(rows(page, '收藏').first()).toContainText(newest.title);
    await page.getByRole('searchbox', { name: '在收藏里搜索' }).fill(second.title.slice(0, 6));
    await page.keyboard.press('Enter');
    await expect(rows(page, '收藏')).toHaveCount(1);
    await expect(rows(page, '收藏')).toContainText(second.title);
    await page.getByRole('searchbox', { name: '在收藏里搜索' }).fill('qzxqzx');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toContainText('收藏里没有含“qzxqzx”的文章');
    await page.getByRole('link', { name: '看全部收藏' }).click();

    await button(page, `取消收藏：${second.title}`).click();
    await expect(rows(page, '收藏')).toHaveCount(2);
    await page.getByRole('region', { name: '提示' }).getByRole('button', { name: '撤销' }).click();
    await expect(rows(page, '收藏').nth(1)).toContainText(second.title);
    await expect(page.getByRole('main')).toContainText('共 3 篇');
    await button(page, `取消收藏：${first.title}`).click();
    await expect(page.getByRole('main')).toContainText('共 2 篇');
    await expectToast(page, '已取消收藏');
    await page.reload();
    await expect(rows(page, '收藏')).toHaveCount(2);
    await expect(page.getByRole('main')).not.toContainText(first.title);

    await page.getByRole('navigation', { name: '收藏类型' }).getByRole('link', { name: '资讯' }).click();
    await expect(rows(page, '收藏').filter({ hasText: news.title })).toBeVisible();
    await expect(rows(page, '收藏')).toHaveCount(1);
    await button(page, `取消收藏：${news.title}`).click();
    await expect(page.getByRole('main')).toContainText('还没有收藏资讯');
  });

  await test.step('follows and the reading history', async () => {
    const { author } = await fetchData<{ author: { id: string; name: string } }>(
      request,
      'POST /reception/article/selectArticle',
      { id: edition.post('macro-01').id },
      token,
    );
    await fetchData(request, 'POST /member/addFollow', { authorId: author.id }, token);
    await open(page, '/personal/follow');
    const newest = page.getByRole('list', { name: `${author.name}的新文章` });
    await expect(newest.getByRole('link').first()).toBeVisible();
    const unfollowed = page.waitForResponse('**/deleteFollow?**');
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`关注.*${author.name}`) })
      .click();
    await unfollowed;
    await page.reload();
    await expect(page.getByRole('main')).toContainText('还没有关注作者');

    const posts = ['macro-01', 'sea-01'].map((name) => edition.post(name));
    for (const { id } of posts)
      await fetchCall(request, 'GET /reception/article/addViewTimes', { id }, token);
    await open(page, '/personal/history');
    const today = page.getByRole('region', { name: /今天/ }).getByRole('listitem');
    await expect(today).toHaveCount(2);
    await expect(today.first()).toContainText(posts[1]?.title ?? '');
    // The entry disappears from the list before the server has deleted it; a reload would abort the call.
    const isDeleted = page.waitForResponse((response) => response.url().includes('/member/deleteHistory'));
    await button(page, `删除记录：${posts[1]?.title}`).click();
    await isDeleted;
    await page.reload();
    await expect(today).toHaveCount(1);
    await button(page, '清空').click();
    await page.getByRole('alertdialog').getByRole('button', { name: '清空' }).click();
    await expect(page.getByRole('main')).toContainText('还没有阅读记录');
    await page.reload();
    await expect(page.getByRole('main')).toContainText('还没有阅读记录');
  });
});

test('a message arrives live, is marked as read when opened, and can be deleted; a notification setting stays switched', async ({
  page,
  request,
  token,
  me,
}) => {
  const admin = await logIn(request, 'admin');
  const send = (title: string) =>
    postData(
      request,
      '/admin/sendAnnouncement',
      { title, body: '第一行。\n第二行。', link: '/index' },
      admin.access_token,
    );
  await open(page, '/personal/messages');
  const title = `读者日 ${me.mobile}`;
  await send(title);
  const message = rows(page, '消息').filter({ hasText: title });
  await expect(message).toBeVisible();
  const noticeLine = page.waitForResponse('**/readNotice?**');
  await message.getByRole('button', { name: `展开：${title}` }).click();
  await noticeLine;
  await send(`${title}之二`);
  await expect(rows(page, '消息').filter({ hasText: `${title}之二` })).toBeVisible();
  await button(page, '全部标为已读').click();
  await expectToast(page, '已全部标为已读');

  const gone = page.waitForResponse('**/deleteNotice?**');
  await button(page, `删除：${title}`).click();
  await gone;
  await expect(message.filter({ hasNotText: '之二' })).toHaveCount(0);
  const remainingNotices = await fetchData<{ records: { title: string; isRead: boolean }[] }>(
    request,
    'GET /member/notices',
    { size: 100 },
    token,
  );
  expect(remainingNotices.records.map((notice) => notice.title)).not.toContain(title);
  expect(remainingNotices.records.every(({ isRead }) => isRead)).toBe(true);

  await page.getByRole('navigation', { name: '消息类型' }).getByRole('link', { name: '系统' }).click();
  await expect(page.getByRole('main')).toContainText('还没有消息');

  await test.step('a notification setting stays switched', async () => {
    await open(page, '/personal/notices');
    const announcements = row(page, '公告').getByRole('switch', { name: '站内' });
    await expect(announcements).toBeChecked();
    const noticeLine = page.waitForResponse('**/saveNoticeSettings');
    await announcements.click();
    await noticeLine;
    await page.reload();
    await expect(announcements).not.toBeChecked();
  });
});

test('a member downloads all their data, requests the deletion of their account, and cancels it at the next log-in', async ({
  page,
  request,
  me,
  allowed,
}) => {
  await test.step('all data saved about a member are downloaded as one file', async () => {
    allowed.expect(/status of 429/);
    await open(page, '/personal/security');
    const part = region(page, '导出我的数据');
    const download = page.waitForEvent('download');
    await part.getByRole('button', { name: '导出数据' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.toString('latin1')).toContain('profile.json');
    await expectToast(page, '数据已导出');
    await part.getByRole('button', { name: '导出数据' }).click();
    await expect(part.getByRole('alert')).toContainText(/分钟|秒|稍后/);
  });

  await test.step('the deletion is requested and cancelled', async () => {
    await open(page, '/personal/security');
    const part = region(page, '注销账号');
    await part.getByRole('button', { name: '申请注销' }).click();
    await part.getByRole('checkbox').check();
    await part.getByRole('button', { name: '获取验证码' }).click();
    await field(page, '短信验证码').fill(await readCode(request, me.mobile));
    await part.getByRole('button', { name: '确认申请注销' }).click();
    await expect(part).toContainText('已申请注销');
    await open(page, '/personal/collect');
    await expect(page.getByRole('main')).toContainText('在此之前可以随时撤销');

    await clearStorage(page);
    await open(page, '/login?returnTo=%2Fpersonal%2Fsecurity');
    await field(page, '手机号').fill(me.mobile);
    await field(page, '密码').fill(me.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('账号正在注销');
    await page.getByRole('button', { name: '撤销注销', exact: true }).click();
    await expect(page).toHaveURL('/personal/security');
    await expect(page.getByText('已撤销注销')).toBeVisible();
    await expect(part.getByRole('button', { name: '申请注销' })).toBeVisible();
    const { access_token: freshPage } = await logInAs(request, me);
    expect((await profileOf(request, freshPage)).deletionDueAt).toBeNull();
  });
});
