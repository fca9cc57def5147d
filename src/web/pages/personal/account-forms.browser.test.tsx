import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { NoticeSetting } from '#features/notifications/schema.ts';
import { expectAccessible, expectNoSidewaysScroll, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { behindMask, loadingMask } from '#testing/browser/loading-mask.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf } from '#testing/browser/personal.ts';
import { alertOf, answerCodes, button, field } from '#testing/browser/sign-in.ts';

const row = (name: string) => page.getByRole('group', { name, exact: true });
const region = (name: string) => page.getByRole('region', { name, exact: true });
const rows = (list: string) => page.getByRole('list', { name: list }).getByRole('listitem');
const question = () => page.getByRole('alertdialog');
const main = () => page.getByRole('main');
const toast = (text: string) =>
  page.getByRole('region', { name: '提示' }).getByRole('listitem').filter({ hasText: text });
const session = (id: string, device: string, isCurrent = false) => ({
  id,
  isCurrent,
  device,
  address: '北京',
  createdAt: '2026-11-20T08:00:00+08:00',
  lastSeenAt: '2026-11-20T09:00:00+08:00',
});

beforeEach(() => {
  logInWithProfile();
  answerCodes();
  answer('GET /member/feedAddress', null);
  answer('GET /member/sessions', [
    session('1', 'Chrome · Linux', true),
    session('2', 'Safari · iPhone'),
    session('3', 'Chrome · Windows 10'),
  ]);
});

test('the password form checks the repetition, then shows what the server refuses', async () => {
  answer('POST /member/changePassword', refuse(400, '旧密码不正确'));
  await openSite('/personal/password');
  await field('旧密码').fill('不是这个');
  await field(/^新密码/).fill('风平浪静 9 times');
  await field('再输一次新密码').fill('风平浪静 8 times');
  await button('保存').click();
  await expect.element(alertOf('两次输入的密码不一样')).toBeVisible();
  expect(callsTo('POST /member/changePassword')).toEqual([]);
  await field('再输一次新密码').fill('风平浪静 9 times');
  await button('保存').click();
  await expect.element(alertOf('旧密码不正确')).toBeVisible();
  // The mask over the page allows no input.
  await expect.element(loadingMask()).not.toBeInTheDocument();
  answer('POST /member/changePassword', true);
  await field('旧密码').fill('潮起潮落 8 times');
  await button('保存').click();
  await expect.element(toast('密码已保存')).toBeVisible();
  expect(callsTo('POST /member/changePassword').at(-1)?.body).toEqual({
    oldPassword: '潮起潮落 8 times',
    password: '风平浪静 9 times',
  });
});

test('a notice or letter switches at once, and reverts if it could not be saved', {
  tags: ['strict'],
}, async () => {
  const off = { state: 'unavailable' as const, reason: '还没有绑定邮箱' };
  const setting = (isOn: boolean): NoticeSetting => ({
    kind: 'announcement',
    label: '编辑部的公告',
    isOn,
    isFixed: false,
    channels: { mail: off, wechat: off },
  });
  const letters = (isOn: boolean) => ({
    address: 'r***r@example.cn',
    reason: null,
    kinds: (['letter', 'daily', 'weekly'] as const).map((kind) => ({
      kind,
      label: '',
      isOn: isOn && kind === 'daily',
    })),
  });
  answer('GET /member/noticeSettings', [setting(true)]);
  answer('GET /member/letterSubscriptions', letters(false));
  answer('GET /member/noticeChannels', {
    mail: { address: null, reason: '还没有绑定邮箱' },
    wechat: { isOffered: false, isBound: false, account: '', reason: null },
  });
  answer('POST /member/saveNoticeSettings', ({ body }) => (body.isOn ? networkError() : [setting(false)]));
  answer('POST /member/saveLetterSubscription', ({ body }) => (body.isOn ? letters(true) : networkError()));
  await openSite('/personal/notices');
  const inSite = row('公告').getByRole('switch', { name: '站内' });
  await expect.element(inSite).toBeChecked();
  await inSite.click();
  await expect.element(inSite).not.toBeChecked();
  await expect
    .poll(() => callsTo('POST /member/saveNoticeSettings'))
    .toMatchObject([{ body: { kind: 'announcement', isOn: false } }]);
  await inSite.click();
  await expect.element(row('公告').getByRole('alert')).toMatchTextContent('网络连接错误！');
  await expect.element(inSite).not.toBeChecked();

  const daily = page.getByRole('switch', { name: '每日摘要：订阅' });
  await expect.element(daily).not.toBeChecked();
  await daily.click();
  await expect.element(daily).toBeChecked();
  await daily.click();
  await expect.poll(() => page.getByRole('alert').elements()).toHaveLength(2);
  await expect.element(daily).toBeChecked();
  expect(callsTo('POST /member/saveLetterSubscription').map(({ body }) => body)).toMatchObject([
    { kind: 'daily', isOn: true },
    { kind: 'daily', isOn: false },
  ]);
  await expectWellMade();
});

test('two-step verification shows its secret, then its recovery codes once; other devices are logged out', {
  tags: ['strict'],
}, async () => {
  answer('GET /member/feedAddress', { createdAt: '2026-11-13T10:42:00+08:00', lastReadAt: null });
  answer('POST /member/revokeSession', true);
  answer('POST /member/revokeOtherSessions', true);
  await openSite('/personal/security');
  // An address that exists shows when it was read, and not itself.
  await expect.element(region('专属订阅地址')).toMatchTextContent('还没有阅读器读取过');
  await expect.element(region('专属订阅地址').getByRole('button', { name: '换新地址' })).toBeVisible();
  const devices = rows('登录设备');
  await expect.element(devices.filter({ hasText: '这台设备' })).toBeVisible();
  expect(devices.filter({ hasText: '这台设备' }).getByRole('button').elements()).toEqual([]);
  await devices.filter({ hasText: 'iPhone' }).getByRole('button').click();
  await question().getByRole('button', { name: '退出登录' }).click();
  await expect.poll(() => devices.elements()).toHaveLength(2);
  expect(callsTo('POST /member/revokeSession')).toMatchObject([{ query: { id: '2' } }]);
  await button('退出其他所有设备').click();
  await question().getByRole('button', { name: '退出登录' }).click();
  await expect.poll(() => devices.elements()).toHaveLength(1);
  await expect.element(devices).toMatchTextContent('这台设备');
  await expect.element(question()).not.toBeInTheDocument();

  answer('POST /member/beginTotp', refuse(400, '密码不正确'));
  const part = region('两步验证');
  await expect.element(row('动态验证码')).toMatchTextContent('短信可能被截获');
  await part.getByRole('button', { name: '开启两步验证' }).click();
  await field('先输入登录密码').fill('不是这个');
  await part.getByRole('button', { name: '下一步' }).click();
  await expect.element(part.getByRole('alert')).toMatchTextContent('密码不正确');
  answer('POST /member/beginTotp', {
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
  });
  await field('先输入登录密码').fill('潮起潮落 8 times');
  await part.getByRole('button', { name: '下一步' }).click();
  await expect.element(part.getByRole('img', { name: '两步验证的二维码' })).toBeVisible();
  await expectWellMade();
  answer('POST /member/enableTotp', refuse(400, '动态码不正确，请输入最新的一个'));
  await field('验证器里的 6 位数字').fill('000000');
  await part.getByRole('button', { name: '开启', exact: true }).click();
  await expect.element(part.getByRole('alert')).toMatchTextContent('动态码');
  answer('POST /member/enableTotp', {
    recoveryCodes: ['ABCDEF-GHJKMN-PQRSTV-WXYZ23', 'BCDEFG-HJKMNP-QRSTVW-XYZ234'],
  });
  await part.getByRole('button', { name: '开启', exact: true }).click();
  await expect.element(part.getByRole('list', { name: '恢复码' })).toMatchTextContent('BCDEFG-HJKMNP');
  await page.viewport(360, 740);
  await expectNoSidewaysScroll();
  await page.viewport(1440, 900);
  logInWithProfile({ hasTotp: true });
  await part.getByRole('button', { name: '我已保存' }).click();
  await expect.element(row('动态验证码')).toMatchTextContent('已开启');
  await expect.element(part.getByRole('list', { name: '恢复码' })).not.toBeInTheDocument();
});

test('a private feed address is shown once, replaced and revoked; a refused export says why', async () => {
  const token = 'Ab3-'.repeat(10);
  answer('POST /member/createFeedAddress', { token, createdAt: '2026-11-24T08:00:00+08:00' });
  answer('POST /member/revokeFeedAddress', true);
  answer('GET /member/exportData', refuse(429, '一分钟内只能导出一次，请 58 秒后再试'));
  await openSite('/personal/security');
  await region('导出我的数据').getByRole('button', { name: '导出数据' }).click();
  await expect.element(region('导出我的数据').getByRole('alert')).toMatchTextContent('58 秒后再试');

  const part = region('专属订阅地址');
  await part.getByRole('button', { name: '生成订阅地址' }).click();
  await expect.element(part.getByText(new RegExp(`/feed/private/${token}$`))).toBeVisible();
  await expect.element(part.getByText(new RegExp(`/feed/private/${token}\\.json$`))).toBeVisible();
  await expect.element(part.getByRole('status')).toMatchTextContent('只显示这一次');
  await page.viewport(360, 740);
  await expectNoSidewaysScroll();
  answer('POST /member/createFeedAddress', refuse(429, '一天最多生成 20 次订阅地址，请明天再来'));
  await part.getByRole('button', { name: '换新地址' }).click();
  await question().getByRole('button', { name: '换新地址' }).click();
  await expect.element(part.getByRole('alert')).toMatchTextContent('请明天再来');
  await part.getByRole('button', { name: '停用' }).click();
  await question().getByRole('button', { name: '停用' }).click();
  await expect.element(part.getByRole('button', { name: '生成订阅地址' })).toBeVisible();
  await expect.element(part.getByText('/feed/private/')).not.toBeInTheDocument();
});

test('deleting the account requires a tick and a code, is announced above every page and can be cancelled', async () => {
  answer('POST /member/requestDeletion', refuse(400, '验证码不正确'));
  await openSite('/personal/security');
  const part = region('注销账号');
  await expect.element(part).toMatchTextContent('7 天');
  await part.getByRole('button', { name: '申请注销' }).click();
  const confirm = part.getByRole('button', { name: '确认申请注销' });
  await confirm.click();
  await expect.element(part.getByRole('alert').first()).toBeVisible();
  expect(callsTo('POST /member/requestDeletion')).toEqual([]);
  await part.getByRole('checkbox').click();
  await part.getByRole('button', { name: '获取验证码' }).click();
  await field('短信验证码').fill('123456');
  await confirm.click();
  await expect.element(part.getByRole('alert')).toMatchTextContent('验证码不正确');
  await expectAccessible();
  await expect.element(loadingMask()).not.toBeInTheDocument();
  answer('POST /member/requestDeletion', behindMask({ deletionDueAt: '2026-12-01T08:00:00+08:00' }));
  await confirm.click();
  await expect.element(part).toMatchTextContent('已申请注销');

  logInWithProfile({ deletionDueAt: '2026-12-01T08:00:00+08:00' });
  answer('GET /member/articleCollects', pageOf([]));
  answer('POST /member/cancelDeletion', true);
  await openSite('/personal/collect');
  await expect.element(main()).toMatchTextContent('在此之前可以随时撤销');
  await main().getByRole('button', { name: '撤销注销' }).click();
  await expect.element(toast('已撤销注销')).toBeVisible();
  await expect.element(main().getByRole('button', { name: '撤销注销' })).not.toBeInTheDocument();
});

test('a message leads to its subject or opens, is read by that, and is deleted unless the server refuses', {
  tags: ['strict'],
}, async () => {
  const notice = (id: string, title: string, changes: object = {}) => ({
    ...{ id, kind: 'announcement' as const, title, body: '第一行。\n第二行。', link: '' },
    ...{ createdAt: '2026-11-20T08:00:00+08:00', isRead: false },
    ...changes,
  });
  answer(
    'GET /member/notices',
    pageOf([
      notice('1', '顾潮生 在《探矿钻机》里回复了你', {
        ...{ kind: 'reply', body: '五台机器够不够？', link: '/author?id=1' },
      }),
      notice('2', '读者日'),
      notice('3', '停机公告'),
    ]),
  );
  answer('POST /member/readNotice', true);
  answer('POST /member/readAllNotices', true);
  await openSite('/personal/messages');
  await expect.element(rows('消息').first()).toMatchTextContent('五台机器够不够？');
  const link = main().getByRole('link', { name: /顾潮生 在《探矿钻机》里回复了你/ });
  await expect.element(link).toHaveAttribute('href', '/author?id=1');
  // Read, without leaving the page of this test.
  link.element().addEventListener('click', (event) => event.preventDefault(), { capture: true });
  await link.click();
  const message = rows('消息').filter({ hasText: '读者日' });
  await expect.element(button('展开：读者日')).toHaveAttribute('aria-expanded', 'false');
  await button('展开：读者日').click();
  await expect.element(message).toMatchTextContent('第二行。');
  await expect.element(button('收起：读者日')).toHaveAttribute('aria-expanded', 'true');
  expect(callsTo('POST /member/readNotice').map(({ query }) => query.id)).toEqual(['1', '2']);

  answer('POST /member/deleteNotice', refuse(500, '服务器出错'));
  await button('删除：读者日').click();
  await expect.element(message.getByRole('alert')).toMatchTextContent('网络连接错误！');
  await expect.element(rows('消息').nth(1)).toMatchTextContent('读者日');
  await expectWellMade();
  // A finger hits the cross on a phone.
  await page.viewport(360, 740);
  const { width, height } = button('删除：读者日').element().getBoundingClientRect();
  expect([width >= 44, height >= 44]).toEqual([true, true]);
  await page.viewport(1440, 900);
  answer('POST /member/deleteNotice', true);
  await button('删除：读者日').click();
  await expect.poll(() => rows('消息').elements()).toHaveLength(2);
  await expect
    .poll(() => callsTo('POST /member/deleteNotice').map(({ query }) => query.id))
    .toEqual(['2', '2']);

  await button('全部标为已读').click();
  await expect.element(toast('已全部标为已读')).toBeVisible();
  expect(main().getByText('未读：').elements()).toEqual([]);
});
