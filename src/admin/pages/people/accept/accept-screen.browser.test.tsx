import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { removeStored } from '#client/storage.ts';
import type { InvitationPreview } from '#features/identity/staff/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, openAdmin } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const token = 'abcDEF_123-abcDEF_123-abcDEF_123-abcDEF_123';
const offer: InvitationPreview = {
  name: '林栖',
  invitedBy: '主编',
  roles: ['责编', '运营'],
  expiresAt: '2026-11-27T08:00:00+08:00',
  mobile: '138****0001',
};
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

afterEach(() => sessionStorage.clear());

test.for(widths)('shows who sent the invitation and its roles, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('POST /reception/lookInvitation', { ...offer, name: '长'.repeat(30) });
  await openAdmin(`/invitation#token=${token}`);
  await expect.element(heading('主编邀请你加入编辑部')).toBeVisible();
  await expect.element(page.getByText('138****0001，要用这个手机号的账号接受')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
  expect(callsTo('POST /reception/lookInvitation').at(-1)?.body).toEqual({ token });
  expect(location.href).not.toContain(token);
});

test('shows why an invitation was not accepted, and lets the person retry', async () => {
  answer('POST /reception/lookInvitation', offer);
  answer('POST /member/acceptInvitation', refuse(409, '这份邀请是给另一个手机号的'));
  await openAdmin(`/invitation#token=${token}`);
  await button('接受邀请').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('这份邀请是给另一个手机号的');
  await expect.element(button('接受邀请')).toBeEnabled();
  expect(callsTo('POST /member/acceptInvitation').at(-1)?.body).toEqual({ token });
});

test('sends visitors to the login first, and back afterwards', async () => {
  answer('POST /reception/lookInvitation', offer);
  await openAdmin(`/invitation#token=${token}`);
  await expect.element(button('接受邀请')).toBeVisible();
  removeStored('token');
  await expect
    .element(page.getByRole('link', { name: '登录或注册' }))
    .toHaveAttribute('href', '/login?returnTo=%2Fadmin%2Finvitation');
});

test('reports an incomplete link', async () => {
  await openAdmin('/invitation');
  await expect.element(heading('链接不完整')).toBeVisible();
});

test('shows why a used link no longer works', async () => {
  answer('POST /reception/lookInvitation', refuse(409, '每个链接只能用一次'));
  await openAdmin(`/invitation#token=${token}`);
  await expect.element(heading('这份邀请不能用了')).toBeVisible();
  await expect.element(page.getByText('每个链接只能用一次')).toBeVisible();
});

test('offers a retry without a connection', async () => {
  answer('POST /reception/lookInvitation', networkError());
  await openAdmin(`/invitation#token=${token}`);
  await expect.element(page.getByText('网络连接错误！')).toBeVisible();
  answer('POST /reception/lookInvitation', offer);
  await button('重试').click();
  await expect.element(heading('主编邀请你加入编辑部')).toBeVisible();
});
