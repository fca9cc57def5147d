import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import type { Invitation } from '../../staff/schema.ts';

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
const answerList = (records: Invitation[]) => answer('GET /admin/invitation/list', { records, cursor: null });
const field = (name: string) => page.getByRole('textbox', { name });

beforeEach(() =>
  answer('GET /admin/role/list', {
    roles: [{ code: 'editor', name: '责编', isBuiltin: true, permissions: [], members: 1 }],
    permissions: [],
  }),
);

test('lists invitations and opens the form', { tags: ['strict'] }, async () => {
  const roles = Array.from({ length: 10 }, (_, place) => `角色${place}`);
  const states = ['open', 'revoked', 'expired'] as const;
  answerList([
    invitation(1, { name: '长'.repeat(30), state: 'accepted', roles }),
    invitation(2, { state: 'accepted', acceptedBy: { id: '9', name: '林栖' } }),
    ...states.map((state, place) => invitation(3 + place, { state, mobile: place ? null : '138****0001' })),
  ]);
  await openAdmin('/invitations');
  await expect.element(row('长长')).toMatchTextContent('账号 已注销');
  await expect.element(row('新人2')).toMatchTextContent('账号 林栖责编已接受');
  await expect.element(row('新人3')).toMatchTextContent('138****0001责编等待接受');
  await expect.element(row('新人4')).toMatchTextContent('不限手机号责编已撤回');
  await expect.element(row('新人5')).toMatchTextContent('已过期');
  for (const name of ['新人2', '新人4', '新人5'])
    await expect.element(button(`撤回给${name}的邀请`)).not.toBeInTheDocument();
  await expectWellMade();
  await button('邀请成员').click();
  await expect.element(dialog('邀请成员')).toBeVisible();
  await expectPhoneLayout();
});

test('shows missing fields, then the link once, and withdraws an invitation after a confirmation', async () => {
  const token = 'abcDEF_123-abcDEF_123-abcDEF_123-abcDEF_123';
  answerList([]);
  answer('POST /admin/invitation/create', () => {
    answerList([invitation(3), invitation(4)]);
    return { id: '3', token, expiresAt: at };
  });
  answer('POST /admin/invitation/revoke', true);
  await openAdmin('/invitations');
  await expect.element(page.getByText('还没有发过邀请')).toBeVisible();
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
  await expect
    .element(dialog('给林栖的邀请链接'))
    .toMatchTextContent(`${location.origin}/admin/invitation#token=${token}`);
  expect(callsTo('POST /admin/invitation/create').at(-1)?.body).toEqual({
    name: '林栖',
    mobile: '13800000001',
    roles: ['editor'],
    days: 3,
  });
  await button('完成').click();
  await expect.element(page.getByText(token)).not.toBeInTheDocument();
  await button('撤回给新人4的邀请').click();
  await dialog('撤回给新人4的邀请？').getByRole('button', { name: '撤回' }).click();
  await expect.element(page.getByText('已撤回 1 份')).toBeVisible();
  expect(callsTo('POST /admin/invitation/revoke').at(-1)?.body).toEqual({ id: '4' });
});
