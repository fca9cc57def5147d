import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { removeStored } from '#client/storage.ts';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, openAdmin } from '#testing/browser/open-admin.ts';
import type { InvitationPreview } from '../../staff/schema.ts';

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

test('shows an invitation, why it was not accepted, and sends visitors to the login and back', {
  tags: ['strict'],
}, async () => {
  answer('POST /reception/lookInvitation', { ...offer, name: '长'.repeat(30) });
  answer('POST /member/acceptInvitation', refuse(409, '这份邀请是给另一个手机号的'));
  await openAdmin(`/invitation#token=${token}`);
  await expect.element(heading('主编邀请你加入编辑部')).toBeVisible();
  await expect.element(page.getByText('责编')).toBeVisible();
  await expect.element(page.getByText('运营')).toBeVisible();
  await expect.element(page.getByText('11-27 08:00')).toBeVisible();
  await expect.element(page.getByText('138****0001，要用这个手机号的账号接受')).toBeVisible();
  expect(callsTo('POST /reception/lookInvitation').at(-1)?.body).toEqual({ token });
  expect(location.href).not.toContain(token);
  await expectWellMade();
  await button('接受邀请').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('这份邀请是给另一个手机号的');
  await expect.element(button('接受邀请')).toBeEnabled();
  expect(callsTo('POST /member/acceptInvitation').at(-1)?.body).toEqual({ token });
  removeStored('token');
  await expect
    .element(page.getByRole('link', { name: '登录或注册' }))
    .toHaveAttribute('href', '/login?returnTo=%2Fadmin%2Finvitation');
  await expect.element(button('接受邀请')).not.toBeInTheDocument();
});

test('reports an incomplete or used link, takes another one of the same tab, and retries without a connection', async () => {
  answer('POST /reception/lookInvitation', ({ body }) =>
    body.token === token ? refuse(409, '每个链接只能用一次') : networkError(),
  );
  await openAdmin('/invitation');
  await expect.element(heading('链接不完整')).toBeVisible();
  location.hash = `#token=${token}`;
  await expect.element(heading('这份邀请不能用了')).toBeVisible();
  await expect.element(page.getByText('每个链接只能用一次')).toBeVisible();
  location.hash = `#token=${token}2`;
  await expect.element(page.getByText('网络连接错误！')).toBeVisible();
  answer('POST /reception/lookInvitation', offer);
  await button('重试').click();
  await expect.element(heading('林栖，主编邀请你加入编辑部')).toBeVisible();
});
