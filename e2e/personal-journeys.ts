import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { ask, askData, logIn } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { newMobile, post, readCode } from './codes.ts';
import { expect, open, stored } from './journey.ts';
import { logInAs, newcomerTest } from './newcomer.ts';

/** Every journey is a person of its own: what one changes disturbs no other. */
const test = newcomerTest('听潮客');

// Without those that are on their way out.
const toasts = (page: Page) =>
  page.getByRole('region', { name: '提示' }).getByRole('listitem').and(page.locator('[data-removed=false]'));
const isTold = (page: Page, words: string) => expect(toasts(page).filter({ hasText: words })).toBeVisible();
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const fault = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByRole('alert').filter({ hasText: text });
const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem');

const isAlive = async (request: APIRequestContext, token: string) =>
  askData<boolean>(request, 'GET /reception/isLogin', {}, token);

type Profile = {
  name: string;
  avatar: string | null;
  mobile: string;
  email: string | null;
  hasTotp: boolean;
};
const profileOf = (request: APIRequestContext, token = '') =>
  askData<Profile>(request, 'GET /member/profile', {}, token);

const makePng = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 194, g: 55, b: 28 } } })
    .png()
    .toBuffer();

/** The journeys through the personal center, for every size of screen. */
export function personalJourneys(): void {
  test('a member changes their name, and it is shown everywhere at once', async ({
    page,
    request,
    token,
  }) => {
    await open(page, '/personal/info');
    await button(page, '修改名字').click();
    await expect(field(page, '新名字')).toBeFocused();
    await field(page, '新名字').fill('潮'.repeat(21));
    await button(page, '保存').click();
    await expect(fault(page, '名字最多 20 个字，多了 1 个')).toBeVisible();
    await field(page, '新名字').fill('看潮的𠮷👩‍🚀');
    await page.keyboard.press('Enter');
    await isTold(page, '名字已修改');
    await expect(row(page, '名字')).toContainText('看潮的𠮷👩‍🚀');
    await expect(button(page, '修改名字')).toBeFocused();
    expect(await stored(page, 'token')).toMatchObject({ user: { name: '看潮的𠮷👩‍🚀' } });
    expect((await profileOf(request, token)).name).toBe('看潮的𠮷👩‍🚀');
  });

  test('a name that cannot be saved says why where it was typed', async ({ page, allowed }) => {
    allowed.expect(/status of 400|ERR_FAILED/);
    await open(page, '/personal/info');
    await button(page, '修改名字').click();
    await field(page, '新名字').fill('\u200b\u200b');
    await button(page, '保存').click();
    await expect(fault(page, /昵称|名字/)).toBeVisible();
    await page.route('**/updateProfile', (route) => route.abort());
    await field(page, '新名字').fill('正着写');
    await button(page, '保存').click();
    await expect(fault(page, '网络连接错误！')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, '名字')).toContainText('听潮客');
  });

  test('a picture is chosen, cut and sent; what is no picture is refused', async ({
    page,
    request,
    token,
  }) => {
    await open(page, '/personal/info');
    await button(page, '更换头像').click();
    const dialog = page.getByRole('dialog', { name: '更换头像' });
    const file = dialog.locator('input[type="file"]');
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
    await expect(dialog.getByRole('alert')).toContainText('只能用 PNG、JPEG、WebP 或 GIF 图片');
    await file.setInputFiles({
      name: 'b.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1, 1),
    });
    await expect(dialog.getByRole('alert')).toContainText('超过了 5 MB');
    const png = await makePng(640, 400);
    await file.setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer: png.subarray(0, 60) });
    await expect(dialog.getByRole('alert')).toContainText('打不开');
    await expectAccessible(page);

    await file.setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer: png });
    await dialog.getByRole('slider', { name: '缩放' }).fill('2');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '保存头像' }).click();
    await isTold(page, '头像已更换');
    await expect(dialog).toBeHidden();
    const { avatar } = await profileOf(request, token);
    await expect(row(page, '头像').locator('img')).toHaveAttribute('src', avatar ?? 'none');
    const kept = sharp(await (await request.get(avatar ?? '')).body());
    expect(await kept.metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(await stored(page, 'token')).toMatchObject({ user: { avatar } });
  });

  test('a picture may be dropped onto the old one, and the server has the last word', async ({
    page,
    allowed,
  }) => {
    allowed.expect(/status of 400/);
    await page.route('**/uploadAvatar', (route) =>
      route.fulfill({
        status: 400,
        json: { code: 400, success: false, msg: '图片已损坏，请换一张', data: null },
      }),
    );
    await open(page, '/personal/info');
    const bytes = [...(await makePng(80, 80))];
    const dropped = await page.evaluateHandle((given) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(given)], 'a.png', { type: 'image/png' }));
      return transfer;
    }, bytes);
    await row(page, '头像').locator('span[class*="avatar"]').dispatchEvent('drop', { dataTransfer: dropped });
    const dialog = page.getByRole('dialog', { name: '更换头像' });
    await dialog.getByRole('button', { name: '保存头像' }).click();
    await expect(dialog.getByRole('alert')).toContainText('图片已损坏，请换一张');
    await dialog.getByRole('button', { name: '换一张' }).click();
    await expect(dialog.getByText('把图片拖到这里')).toBeVisible();
  });

  test('the mobile changes with codes to both numbers, the mail address with one', async ({
    page,
    request,
    token,
    me,
  }) => {
    const mobile = newMobile();
    await open(page, '/personal/info');
    await button(page, '更换手机号').click();
    await button(page, '更换手机号').click();
    await expect(fault(page, '请填写短信验证码').first()).toBeVisible();
    await page.getByRole('button', { name: '获取验证码' }).first().click();
    await field(page, /原手机号/).fill(await readCode(request, me.mobile));
    await field(page, '新手机号').first().fill(mobile);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await field(page, '新手机号的验证码').fill(await readCode(request, mobile));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await button(page, '更换手机号').click();
    await isTold(page, '手机号已更换');
    await expect(row(page, '手机号')).toContainText(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
    await logInAs(request, { mobile, password: me.password });

    const email = `${mobile}@example.cn`;
    await button(page, '绑定邮箱').click();
    await field(page, '邮箱').fill('不是邮箱');
    await button(page, '获取验证码').click();
    await expect(fault(page, '邮箱不正确')).toBeVisible();
    await field(page, '邮箱').fill(email);
    await button(page, '获取验证码').click();
    await field(page, '邮件验证码').fill(await readCode(request, email));
    await button(page, '保存').click();
    await expect(toasts(page).filter({ hasText: '邮箱已绑定' })).toBeVisible();
    expect((await profileOf(request, token)).email).toMatch(/@example\.cn$/);
  });

  test('a new password ends the other sessions and no other', async ({
    page,
    request,
    token,
    me,
    allowed,
  }) => {
    allowed.expect(/status of 400/);
    const other = await logInAs(request, me);
    await open(page, '/personal/password');
    await field(page, '旧密码').fill('不是这个');
    await field(page, /^新密码/).fill('风平浪静 9 times');
    await field(page, '再输一次新密码').fill('风平浪静 8 times');
    await button(page, '保存').click();
    await expect(fault(page, '两次输入的密码不一样')).toBeVisible();
    await field(page, '再输一次新密码').fill('风平浪静 9 times');
    await button(page, '保存').click();
    await expect(fault(page, /旧密码|密码不正确/)).toBeVisible();
    await field(page, '旧密码').fill(me.password);
    await button(page, '保存').click();
    await isTold(page, '密码已保存');
    expect(await isAlive(request, other.access_token)).toBe(false);
    expect(await isAlive(request, token ?? '')).toBe(true);
    await logInAs(request, { ...me, password: '风平浪静 9 times' });
  });

  test('favourites are searched, removed and put back', async ({ page, request, token, edition }) => {
    const pieces = ['macro-01', 'macro-05', 'sea-01'].map((name) => edition.piece(name));
    for (const { id } of pieces)
      await askData(request, 'POST /member/addArticleCollect', { articleId: id }, token);
    const news = edition.piece('news-26');
    await askData(request, 'POST /member/addNewsCollect', { newsId: news.id }, token);
    const [first, second, newest] = pieces;
    if (!first || !second || !newest) throw new Error('the edition lacks a piece');

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
    await expect(toasts(page).filter({ hasText: '已取消收藏' })).toBeVisible();
    await page.reload();
    await expect(rows(page, '收藏')).toHaveCount(2);
    await expect(page.getByRole('main')).not.toContainText(first.title);

    await page.getByRole('navigation', { name: '收藏类型' }).getByRole('link', { name: '资讯' }).click();
    await expect(rows(page, '收藏').filter({ hasText: news.title })).toBeVisible();
    await expect(rows(page, '收藏')).toHaveCount(1);
    await button(page, `取消收藏：${news.title}`).click();
    await expect(page.getByRole('main')).toContainText('还没有收藏资讯');
  });

  test('a favourite that was withdrawn says so, and one that cannot be removed comes back', async ({
    page,
    request,
    token,
    edition,
    allowed,
  }) => {
    allowed.expect(/status of 500/);
    const piece = edition.piece('macro-01');
    await askData(request, 'POST /member/addArticleCollect', { articleId: piece.id }, token);
    await page.route('**/articleCollects?**', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      for (const record of body.data.records) Object.assign(record, { record: null, isWithdrawn: true });
      await route.fulfill({ response, json: body });
    });
    await page.route('**/deleteArticleCollect?**', (route) =>
      route.fulfill({ status: 500, json: { code: 500, success: false, msg: '服务器出错', data: null } }),
    );
    await open(page, '/personal/collect');
    await expect(rows(page, '收藏')).toContainText('已下架');
    await expect(page.getByRole('main').getByRole('link', { name: piece.title })).toHaveCount(0);
    await button(page, `取消收藏：${piece.title}`).click();
    await expect(fault(page, '网络连接错误！')).toBeVisible();
    await expect(rows(page, '收藏')).toHaveCount(1);
    await page.unroute('**/deleteArticleCollect?**');
    await button(page, `取消收藏：${piece.title}`).click();
    await expect(page.getByRole('main')).toContainText('还没有收藏文章');
  });

  test('followed authors stand with their newest pieces and can be left', async ({
    page,
    request,
    token,
    edition,
  }) => {
    const detail = await askData<{ author: { id: string; name: string } }>(
      request,
      'POST /reception/article/selectArticle',
      { id: edition.piece('macro-01').id },
      token,
    );
    await askData(request, 'POST /member/addFollow', { authorId: detail.author.id }, token);
    await open(page, '/personal/follow');
    const { name } = detail.author;
    await expect(
      page
        .getByRole('list', { name: `${name}的新文章` })
        .getByRole('link')
        .first(),
    ).toBeVisible();
    const switched = page.getByRole('main').getByRole('button', { name: new RegExp(`关注.*${name}`) });
    await expect(switched).toHaveAttribute('aria-pressed', 'true');
    const told = page.waitForResponse('**/deleteFollow?**');
    await switched.click();
    await expect(switched).toHaveAttribute('aria-pressed', 'false');
    await told;
    await page.reload();
    await expect(page.getByRole('main')).toContainText('还没有关注作者');
  });

  test('what was read is listed by day, one taken out, then all of it', async ({
    page,
    request,
    token,
    edition,
  }) => {
    const pieces = ['macro-01', 'sea-01'].map((name) => edition.piece(name));
    for (const { id } of pieces) await ask(request, 'GET /reception/article/addViewTimes', { id }, token);
    await open(page, '/personal/history');
    const today = page.getByRole('region', { name: /今天/ }).getByRole('listitem');
    await expect(today).toHaveCount(2);
    await expect(today.first()).toContainText(pieces[1]?.title ?? '');
    // It is taken out of the list before the server has it; a reload would cut the call off.
    const isDeleted = page.waitForResponse((response) => response.url().includes('/member/deleteHistory'));
    await button(page, `删除记录：${pieces[1]?.title}`).click();
    await expect(today).toHaveCount(1);
    await isDeleted;
    await page.reload();
    await expect(today).toHaveCount(1);

    await button(page, '清空').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('不能恢复');
    await question.getByRole('button', { name: '取消' }).click();
    await expect(today).toHaveCount(1);
    await button(page, '清空').click();
    await question.getByRole('button', { name: '清空' }).click();
    await expect(page.getByRole('main')).toContainText('还没有阅读记录');
    await page.reload();
    await expect(page.getByRole('main')).toContainText('还没有阅读记录');
  });

  test('a message arrives by itself, is read by opening it, and goes', async ({
    page,
    request,
    token,
    me,
  }) => {
    const admin = await logIn(request, 'admin');
    const send = (title: string) =>
      post(
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
    const opener = message.getByRole('button', { name: new RegExp(`未读：\\s*${title}`) });
    const told = page.waitForResponse('**/readNotice?**');
    await opener.click();
    await told;
    await expect(message).toContainText('第二行。');
    await expect(message.getByRole('button', { name: title, exact: true })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await expectAccessible(page);

    await send(`${title}之二`);
    await expect(rows(page, '消息').filter({ hasText: `${title}之二` })).toBeVisible();
    await button(page, '全部标为已读').click();
    await isTold(page, '已全部标为已读');
    await expect(page.getByRole('main').getByRole('button', { name: /^未读：/ })).toHaveCount(0);

    const gone = page.waitForResponse('**/deleteNotice?**');
    await button(page, `删除：${title}`).click();
    await gone;
    await expect(message.filter({ hasNotText: '之二' })).toHaveCount(0);
    const left = await askData<{ records: { title: string }[] }>(
      request,
      'GET /member/notices',
      { size: 100 },
      token,
    );
    expect(left.records.map((notice) => notice.title)).not.toContain(title);

    await page.getByRole('navigation', { name: '消息类型' }).getByRole('link', { name: '系统' }).click();
    await expect(page.getByRole('main')).toContainText('还没有消息');
  });

  test('what may be told is chosen, and stays chosen', async ({ page, allowed }) => {
    allowed.expect(/ERR_FAILED/);
    await open(page, '/personal/notices');
    const announcements = row(page, '公告').getByRole('switch', { name: '站内' });
    await expect(announcements).toBeChecked();
    const told = page.waitForResponse('**/saveNoticeSettings');
    await announcements.click();
    await told;
    await page.reload();
    await expect(announcements).not.toBeChecked();
    await page.route('**/saveNoticeSettings', (route) => route.abort());
    await announcements.click();
    await expect(row(page, '公告').getByRole('alert')).toContainText('网络连接错误！');
    await expect(announcements).not.toBeChecked();
  });

  test('devices are listed, one is logged out, then all others', async ({ page, request, token, me }) => {
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
    const desk =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
    const onPhone = await logInAs(request, me, phone);
    const onDesk = await logInAs(request, me, desk);
    await open(page, '/personal/security');
    const devices = rows(page, '登录设备');
    await expect(devices).toHaveCount(3);
    await expect(devices.filter({ hasText: '这台设备' })).toHaveCount(1);
    await expect(devices.filter({ hasText: '这台设备' }).getByRole('button')).toHaveCount(0);
    const question = page.getByRole('alertdialog');
    await devices.filter({ hasText: 'iPhone' }).getByRole('button').click();
    await question.getByRole('button', { name: '退出登录' }).click();
    await expect(devices).toHaveCount(2);
    expect(await isAlive(request, onPhone.access_token)).toBe(false);
    expect(await isAlive(request, onDesk.access_token)).toBe(true);
    await button(page, '退出其他所有设备').click();
    await question.getByRole('button', { name: '退出登录' }).click();
    await expect(devices).toHaveCount(1);
    await expect(question).toBeHidden();
    expect(await isAlive(request, onDesk.access_token)).toBe(false);
    expect(await isAlive(request, token ?? '')).toBe(true);
  });

  test('two-step verification is set up, asked for at log-in, and turned off with a recovery code', async ({
    page,
    request,
    token,
    me,
    allowed,
  }) => {
    allowed.expect(/status of 400/);
    await open(page, '/personal/security');
    const part = region(page, '两步验证');
    await part.getByRole('button', { name: '开启两步验证' }).click();
    await field(page, '先输入登录密码').fill('不是这个');
    await part.getByRole('button', { name: '下一步' }).click();
    await expect(part.getByRole('alert')).toContainText('密码');
    await field(page, '先输入登录密码').fill(me.password);
    await part.getByRole('button', { name: '下一步' }).click();
    await expect(part.getByRole('img', { name: '两步验证的二维码' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const secret = ((await part.locator('code').textContent()) ?? '').replace(/\s/g, '');
    const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
    await field(page, '验证器里的 6 位数字').fill('000000');
    await part.getByRole('button', { name: '开启', exact: true }).click();
    await expect(part.getByRole('alert')).toBeVisible();
    await field(page, '验证器里的 6 位数字').fill(authenticator.generate());
    await part.getByRole('button', { name: '开启', exact: true }).click();
    await expect(part.getByRole('list', { name: '恢复码' })).toBeVisible();
    const codes = await part.getByRole('list', { name: '恢复码' }).getByRole('listitem').allTextContents();
    expect(codes.length).toBeGreaterThanOrEqual(8);
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await part.getByRole('button', { name: '下载' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    for (const code of codes) expect(text).toContain(code);
    await part.getByRole('button', { name: '我已保存' }).click();
    await expect(row(page, '动态验证码')).toContainText('已开启');
    expect((await profileOf(request, token)).hasTotp).toBe(true);

    await page.evaluate(() => localStorage.clear());
    await open(page, '/login?returnTo=%2Fpersonal%2Fsecurity');
    await field(page, '手机号').fill(me.mobile);
    await field(page, '密码').fill(me.password);
    await page.keyboard.press('Enter');
    await field(page, /动态验证码|恢复码/).fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/personal/security');

    await part.getByRole('button', { name: '关闭两步验证' }).click();
    await field(page, /^动态验证码/).fill(codes[1] ?? '');
    await part.getByRole('button', { name: '关闭两步验证' }).click();
    await expect(row(page, '动态验证码')).toContainText('未开启');
    await logInAs(request, me);
  });

  test('everything kept of a member is saved as one file', async ({ page, allowed }) => {
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
    await isTold(page, '数据已导出');
    await part.getByRole('button', { name: '导出数据' }).click();
    await expect(part.getByRole('alert')).toContainText(/分钟|秒|稍后/);
  });

  test('an account asks to be deleted, and takes it back', async ({ page, request, me }) => {
    await open(page, '/personal/security');
    const part = region(page, '注销账号');
    await expect(part).toContainText('7 天');
    await part.getByRole('button', { name: '申请注销' }).click();
    await part.getByRole('button', { name: '确认申请注销' }).click();
    await expect(part.getByRole('alert').first()).toBeVisible();
    await part.getByRole('checkbox').check();
    await part.getByRole('button', { name: '获取验证码' }).click();
    await field(page, '发往绑定手机号的验证码').fill(await readCode(request, me.mobile));
    await expectAccessible(page);
    await part.getByRole('button', { name: '确认申请注销' }).click();
    await expect(part).toContainText('已申请注销');
    await open(page, '/personal/collect');
    await expect(page.getByRole('main')).toContainText('在此之前可以随时撤销');
    await expectAccessible(page);
    await button(page, '撤销注销').click();
    await isTold(page, '已撤销注销');
    await expect(button(page, '撤销注销')).toBeHidden();
    await open(page, '/personal/security');
    await expect(part.getByRole('button', { name: '申请注销' })).toBeVisible();
  });

  for (const [path, shows] of [
    ['info', '注册时间'],
    ['purchase', '还没有买过什么'],
    ['reference', '还没有发布过内参'],
    ['reference?shelf=draft', '没有在写的内参'],
    ['reference?shelf=order', '还没有收入'],
    ['password', '再输一次新密码'],
    ['collect', '还没有收藏文章'],
    ['follow', '还没有关注作者'],
    ['history', '还没有阅读记录'],
    ['messages', '全部标为已读'],
    ['security', '申请注销'],
    ['notices', '总会送达'],
  ])
    test(`/personal/${path} is whole, accessible and as wide as the screen, light and dark`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await open(page, `/personal/${path}`);
      await expect(page.getByRole('main')).toContainText(shows ?? '');
      await expect(page).toHaveTitle(/个人中心 - 观澜/);
      await expect(page.locator('h1')).toHaveCount(1);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, 'colours');
    });

  test('a session that ends here is told over the page, and the log-in leads back to it', async ({
    page,
    request,
    token,
    edition,
    allowed,
  }) => {
    allowed.expect(/status of 401/);
    const { id, title } = edition.piece('macro-01');
    await ask(request, 'GET /reception/article/addViewTimes', { id }, token);
    await open(page, '/personal/history');
    await ask(request, 'GET /blade-auth/oauth/logout', {}, token);
    // The personal stream may have told of it before: then a dialog lies over the button.
    await button(page, `删除记录：${title}`).evaluate((element: HTMLElement) => element.click());
    const farewell = page.getByRole('alertdialog');
    await expect(farewell).toContainText('登录过期，请重新登录');
    await expect(page).toHaveURL('/personal/history');
    await expect(page.getByRole('main')).toContainText(title);
    await farewell.getByRole('button', { name: '登录' }).click();
    await expect(page).toHaveURL('/login?returnTo=%2Fpersonal%2Fhistory');
  });

  test('a page that did not arrive says so in its place, and can be tried again', async ({
    page,
    allowed,
  }) => {
    allowed.expect(/ERR_FAILED/);
    await page.route('**/api/member/history?**', (route) => route.abort());
    await open(page, '/personal/history');
    await expect(page.getByRole('main')).toContainText('网络连接错误！');
    await expect(page.getByRole('navigation', { name: '个人中心栏目' })).toBeVisible();
    await page.unroute('**/api/member/history?**');
    await button(page, '重试').click();
    await expect(page.getByRole('main')).toContainText('还没有阅读记录');
  });
}

export { expect, open, test };
