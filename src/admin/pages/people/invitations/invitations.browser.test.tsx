import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Invitation } from '#features/identity/staff/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const at = '2026-11-20T08:00:00+08:00';
const invitation = (id: number, changes: Partial<Invitation> = {}): Invitation => ({
  id: String(id),
  name: `新人${id}`,
  mobile: null,
  roles: ['责编'],
  state: 'open',
  createdBy: '主编',
  createdAt: at,
  expiresAt: at,
  acceptedBy: null,
  acceptedAt: null,
  ...changes,
});
const listOf = (records: Invitation[]) => ({ records, cursor: null });
const field = (name: string) => page.getByRole('textbox', { name });

beforeEach(() => {
  answer('GET /admin/invitation/list', listOf([invitation(1), invitation(2, { state: 'expired' })]));
  answer('GET /admin/role/list', {
    roles: [{ code: 'editor', name: '责编', isBuiltin: true, permissions: [], members: 1 }],
    permissions: [],
  });
});

test.for(widths)('lists invitations and opens the form, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const accepted = invitation(1, {
    name: '长'.repeat(30),
    state: 'accepted',
    roles: Array(10)
      .fill('')
      .map((_, n) => `角色${n}`),
  });
  answer('GET /admin/invitation/list', listOf([accepted]));
  await openAdmin('/invitations');
  await expect.element(row('长长')).toMatchTextContent('账号 已注销');
  expectNoSidewaysScroll();
  await expectAccessible();
  await button('邀请成员').click();
  await expect.element(dialog('邀请成员')).toBeVisible();
  await expectAccessible();
});

test('shows an empty list, and a failed list with a retry button', async () => {
  answer('GET /admin/invitation/list', networkError());
  await openAdmin('/invitations');
  await expect.element(page.getByText('没有取到邀请')).toBeVisible();
  answer('GET /admin/invitation/list', listOf([]));
  await button('重试').click();
  await expect.element(page.getByText('还没有发过邀请')).toBeVisible();
});

test('shows missing fields, then the link once', async () => {
  const token = 'abcDEF_123-abcDEF_123-abcDEF_123-abcDEF_123';
  answer('POST /admin/invitation/create', { id: '3', token, expiresAt: at });
  await openAdmin('/invitations');
  await button('邀请成员').click();
  await button('生成链接').click();
  await expect.element(dialog().getByText('请填写姓名')).toBeVisible();
  await expect.element(dialog().getByText('请至少选一项角色')).toBeVisible();
  await field('姓名').fill('林栖');
  await field('手机号（选填）').fill(' 13800000001 ');
  await choose('角色', '责编');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('spinbutton', { name: '有效天数' }).fill('3');
  await button('生成链接').click();
  await expect.element(dialog('给林栖的邀请链接')).toMatchTextContent(`/admin/invitation#token=${token}`);
  await expectAccessible();
  expect(callsTo('POST /admin/invitation/create').at(-1)?.body).toEqual({
    name: '林栖',
    mobile: '13800000001',
    roles: ['editor'],
    days: 3,
  });
  await button('完成').click();
  await expect.element(page.getByText(token)).not.toBeInTheDocument();
});

test('keeps typed values when the server refuses an invitation', async () => {
  answer('POST /admin/invitation/create', refuse(400, '手机号不正确', 'mobile'));
  await openAdmin('/invitations');
  await button('邀请成员').click();
  await field('姓名').fill('林栖');
  await field('手机号（选填）').fill('1');
  await choose('角色', '责编');
  await userEvent.keyboard('{Escape}');
  await button('生成链接').click();
  await expect.element(dialog().getByText('手机号不正确')).toBeVisible();
  await expect.element(field('姓名')).toHaveValue('林栖');
});

test('withdraws an open invitation after a confirmation', async () => {
  answer('POST /admin/invitation/revoke', true);
  await openAdmin('/invitations');
  await expect.element(button('撤回给新人2的邀请')).not.toBeInTheDocument();
  await button('撤回给新人1的邀请').click();
  await dialog('撤回给新人1的邀请？').getByRole('button', { name: '撤回' }).click();
  await expect.element(page.getByText('已撤回 1 份')).toBeVisible();
  expect(callsTo('POST /admin/invitation/revoke').at(-1)?.body).toEqual({ id: '1' });
});
