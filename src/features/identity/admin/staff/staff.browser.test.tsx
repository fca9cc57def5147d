import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readStored } from '#client/storage.ts';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import type { RoleRecord, StaffMember } from '../../staff/schema.ts';

const person = (id: number, changes: Partial<StaffMember> = {}): StaffMember => ({
  id: `9${id}`,
  name: `编辑${id}`,
  avatar: null,
  mobile: '138****0001',
  roles: [{ code: 'editor', name: '责编' }],
  columnIds: null,
  hasTotp: true,
  blockedAt: null,
  lastSeenAt: null,
  ...changes,
});
const role = (code: string, name: string, changes: Partial<RoleRecord> = {}): RoleRecord => ({
  code,
  name,
  isBuiltin: false,
  permissions: ['content.view'],
  members: 0,
  ...changes,
});
const permissions = [
  { code: 'content.view', group: '内容', name: '看稿件', about: '后台的文章列表' },
  { code: 'staff.manage', group: '人员', name: '员工与角色', about: '给出和收回角色' },
];
const listOf = (records: StaffMember[], isTotpRequired = false) => ({
  records,
  cursor: null,
  isTotpRequired,
});
const column = (id: string, columnName: string) => ({ id, columnName, kind: 'article' }) as never;
const columns = [column('2', '脱水研报'), column('9', '宏观手记')];
const roleRow = (name: string) => page.getByRole('row', { name });
const closeDrawer = () => dialog().getByRole('button', { name: '关闭' }).click();

beforeEach(() => {
  answer('GET /admin/role/list', {
    roles: [
      role('admin', '管理员', { isBuiltin: true, permissions: ['*'], members: 1 }),
      role('editor', '责编', { members: 2 }),
      role('own-1', '只看稿件'),
    ],
    permissions,
  });
});

test('lists staff with their limits, and opens one', { tags: ['strict'] }, async () => {
  const people = [
    person(1, { name: '长'.repeat(40), hasTotp: false, columnIds: ['9', '77'] }),
    person(2, { blockedAt: '2026-11-20T08:00:00+08:00', lastSeenAt: '2026-11-20T09:00:00+08:00' }),
  ];
  answer('GET /admin/staff/list', listOf(people, true));
  await openAdmin('/staff', { columns });
  await expect.element(row('长长')).toMatchTextContent('责编');
  await expect.element(row('长长')).toMatchTextContent('宏观手记、已删除的栏目 77');
  await expect.element(row('长长')).toMatchTextContent('未开启');
  await expect.element(row('编辑2')).toMatchTextContent('已停用责编全部已开启11-20 09:00');
  await expect.element(page.getByText('还有 1 人没有开启，开启之前他们进不了后台')).toBeVisible();
  await expectWellMade();
  await page.getByRole('button', { name: '长长' }).click();
  await expect.element(dialog().getByText('只能改这些栏目和它们下级栏目里的')).toBeVisible();
  await expect.element(button('重置两步验证')).not.toBeInTheDocument();
  await expectPhoneLayout();
});

test('grants and revokes roles of a person, limits them to columns, and resets their second factor', async () => {
  const admin = person(2, { roles: [{ code: 'admin', name: '管理员' }] });
  const self = () => person(3, { id: readStored('token')?.user.id ?? '' });
  let first = person(1);
  answer('GET /admin/staff/list', () => listOf([first, admin, self()]));
  answer('POST /admin/staff/giveRole', true);
  answer('POST /admin/staff/takeRole', refuse(409, '对方刚刚被改过'));
  answer('POST /admin/staff/setColumns', ({ body }) => {
    first = { ...first, columnIds: body.columnIds };
    return true;
  });
  answer('POST /admin/staff/resetTotp', true);
  await openAdmin('/staff', { columns });
  await button('编辑1').click();
  await choose('给出角色', '只看稿件');
  await expect.element(toastOf('角色已给出，立即生效')).toBeVisible();
  expect(callsTo('POST /admin/staff/giveRole').at(-1)?.body).toEqual({ id: '91', role: 'own-1' });
  await button('收回角色责编').click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('对方刚刚被改过');
  await page.getByRole('alertdialog').getByRole('button').click();
  answer('POST /admin/staff/takeRole', () => {
    first = { ...first, roles: [] };
    return true;
  });
  await button('收回角色责编').click();
  await expect.element(dialog().getByText('没有角色，不能进入后台')).toBeVisible();
  expect(callsTo('POST /admin/staff/takeRole').at(-1)?.body).toEqual({ id: '91', role: 'editor' });
  await expect.element(dialog().getByText('没有限定，全部栏目的稿件都能改。')).toBeVisible();
  await choose('负责栏目', '宏观手记');
  await userEvent.keyboard('{Escape}');
  await button('保存负责栏目').click();
  await expect.element(toastOf('负责栏目已限定，立即生效')).toBeVisible();
  expect(callsTo('POST /admin/staff/setColumns').at(-1)?.body).toEqual({ id: '91', columnIds: ['9'] });
  await expect.element(dialog()).toMatchTextContent('只能改这些栏目和它们下级栏目里的');
  await expect.element(row('编辑1')).toMatchTextContent('宏观手记');
  await button('重置两步验证').click();
  const confirmDialog = dialog('重置编辑1的两步验证？');
  await expect.element(confirmDialog).toMatchTextContent('先用别的办法确认真的是本人丢了手机');
  await confirmDialog.getByRole('button', { name: '重置', exact: true }).click();
  await expect.element(toastOf('两步验证已重置')).toBeVisible();
  expect(callsTo('POST /admin/staff/resetTotp').at(-1)?.body).toEqual({ id: '91' });
  await closeDrawer();
  await button('编辑2').click();
  await expect.element(dialog().getByText('管理员负责全部栏目，不能限定。')).toBeVisible();
  await closeDrawer();
  await button('编辑3').click();
  await expect.element(dialog().getByText('自己的角色要请另一位管理员来改。')).toBeVisible();
  await expect.element(dialog().getByText('全部栏目', { exact: true })).toBeVisible();
  for (const name of ['收回角色责编', '重置两步验证'])
    await expect.element(button(name)).not.toBeInTheDocument();
});

test('creates a role from the permissions that the member holds, and changes and deletes custom roles', async () => {
  answer('GET /admin/staff/list', listOf([]));
  answer('POST /admin/role/create', { code: 'own-2' });
  answer('POST /admin/role/save', true);
  answer('POST /admin/role/delete', true);
  await openAdmin('/staff', { permissions: ['staff.manage'] });
  await tab('角色').click();
  await expect.element(roleRow('管理员')).toMatchTextContent('全部权限，包括以后新增的');
  await expect.element(roleRow('责编')).toMatchTextContent('看稿件');
  await expect.element(button('修改角色“管理员”')).not.toBeInTheDocument();
  await expect.element(button('删除角色“管理员”')).not.toBeInTheDocument();
  await button('新建角色').click();
  await button('保存').click();
  await expect.element(dialog().getByText('请填写角色名称')).toBeVisible();
  await expect.element(dialog().getByText('请至少选一项权限')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: '看稿件' })).toBeDisabled();
  await expectPhoneLayout();
  await page.getByRole('textbox', { name: '角色名称' }).fill('人事');
  await page.getByRole('checkbox', { name: '员工与角色' }).click();
  await button('保存').click();
  await expect.element(toastOf('角色已新建')).toBeVisible();
  expect(callsTo('POST /admin/role/create').at(-1)?.body).toEqual({
    name: '人事',
    permissions: ['staff.manage'],
  });
  await button('修改角色“责编”').click();
  await expect.element(dialog()).toMatchTextContent('2 人是这个角色，修改立即对他们生效');
  await page.getByRole('checkbox', { name: '员工与角色' }).click();
  await button('保存').click();
  await expect.element(toastOf('角色已修改，立即生效')).toBeVisible();
  expect(callsTo('POST /admin/role/save').at(-1)?.body).toEqual({
    code: 'editor',
    name: '责编',
    permissions: ['content.view', 'staff.manage'],
  });
  await button('删除角色“只看稿件”').click();
  await dialog('删除角色“只看稿件”？').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 1 个')).toBeVisible();
  expect(callsTo('POST /admin/role/delete').at(-1)?.body).toEqual({ code: 'own-1' });
});
