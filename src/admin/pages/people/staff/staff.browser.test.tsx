import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RoleRecord, StaffMember } from '#features/identity/staff/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

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
const listOf = (records: StaffMember[], isTotpRequired = false, cursor: string | null = null) => ({
  records,
  cursor,
  isTotpRequired,
});
const roleRow = (name: string) => page.getByRole('row', { name });

beforeEach(() => {
  answer('GET /admin/staff/list', listOf([person(1), person(2)]));
  answer('GET /admin/role/list', {
    roles: [
      role('admin', '管理员', { isBuiltin: true, permissions: ['*'], members: 1 }),
      role('editor', '责编', { members: 2 }),
      role('own-1', '只看稿件'),
    ],
    permissions,
  });
});

test.for(widths)('lists staff and opens one, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/staff/list', listOf([person(1, { name: '长'.repeat(40), hasTotp: false })], true));
  await openAdmin('/staff');
  await expect.element(row('长长')).toMatchTextContent('责编');
  await expect.element(page.getByText('还有 1 人没有开启，开启之前他们进不了后台')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
  await page.getByRole('button', { name: '长长' }).click();
  await expect.element(dialog().getByText('两步验证')).toBeVisible();
  await expectAccessible();
});

test('shows a failed list with a retry button, and turns pages', async () => {
  answer('GET /admin/staff/list', networkError());
  await openAdmin('/staff');
  await expect.element(page.getByText('没有取到员工')).toBeVisible();
  answer('GET /admin/staff/list', ({ query }) =>
    query.cursor ? listOf([person(9)]) : listOf([person(1)], false, '91'),
  );
  await button('重试').click();
  await button('下一页').click();
  await expect.element(row('编辑9')).toBeVisible();
});

test('refuses staff who may not manage staff', async () => {
  await openAdmin('/staff', { permissions: ['content.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

test('grants and revokes roles of a person', async () => {
  answer('POST /admin/staff/giveRole', true);
  answer('POST /admin/staff/takeRole', () => {
    answer('GET /admin/staff/list', listOf([person(1, { roles: [] })]));
    return true;
  });
  await openAdmin('/staff');
  await button('编辑1').click();
  await choose('给出角色', '只看稿件');
  await expect.element(toastOf('角色已给出，立即生效')).toBeVisible();
  expect(callsTo('POST /admin/staff/giveRole').at(-1)?.body).toEqual({ id: '91', role: 'own-1' });
  await button('收回角色责编').click();
  await expect.element(dialog().getByText('没有角色，不能进入后台')).toBeVisible();
  expect(callsTo('POST /admin/staff/takeRole').at(-1)?.body).toEqual({ id: '91', role: 'editor' });
});

test('shows why a role could not be revoked', async () => {
  answer('POST /admin/staff/takeRole', refuse(409, '不能收回最后一位管理员的角色'));
  await openAdmin('/staff');
  await button('编辑1').click();
  await button('收回角色责编').click();
  await expect.element(page.getByText('不能收回最后一位管理员的角色')).toBeVisible();
  await expect.element(button('收回角色责编')).toBeInTheDocument();
});

test('limits a person to columns and shows the limit', async () => {
  const column = (id: string, columnName: string) => ({ id, columnName, kind: 'article' }) as never;
  answer('POST /admin/staff/setColumns', ({ body }) => {
    answer('GET /admin/staff/list', listOf([person(1, { columnIds: body.columnIds })]));
    return true;
  });
  await openAdmin('/staff', { columns: [column('2', '脱水研报'), column('9', '宏观手记')] });
  await expect.element(row('编辑1')).toMatchTextContent('全部');
  await button('编辑1').click();
  await expect.element(dialog().getByText('没有限定，全部栏目的稿件都能改。')).toBeVisible();
  await choose('负责栏目', '宏观手记');
  await userEvent.keyboard('{Escape}');
  await expectAccessible();
  await button('保存负责栏目').click();
  await expect.element(toastOf('负责栏目已限定，立即生效')).toBeVisible();
  expect(callsTo('POST /admin/staff/setColumns').at(-1)?.body).toEqual({ id: '91', columnIds: ['9'] });
  await expect.element(dialog()).toMatchTextContent('只能改这些栏目和它们下级栏目里的');
  await expect.element(row('编辑1')).toMatchTextContent('宏观手记');
});

test('names a column that was deleted in a limit', async () => {
  answer('GET /admin/staff/list', listOf([person(1, { columnIds: ['77'] })]));
  await openAdmin('/staff', { columns: [{ id: '2', columnName: '脱水研报', kind: 'article' } as never] });
  await expect.element(row('编辑1')).toMatchTextContent('已删除的栏目 77');
});

test('offers no limit for an administrator', async () => {
  answer('GET /admin/staff/list', listOf([person(1, { roles: [{ code: 'admin', name: '管理员' }] })]));
  await openAdmin('/staff');
  await button('编辑1').click();
  await expect.element(dialog().getByText('管理员负责全部栏目，不能限定。')).toBeVisible();
});

test('resets a second factor after a confirmation', async () => {
  answer('POST /admin/staff/resetTotp', true);
  await openAdmin('/staff');
  await button('编辑1').click();
  await button('重置两步验证').click();
  const confirmDialog = dialog('重置编辑1的两步验证？');
  await expect.element(confirmDialog).toMatchTextContent('先用别的办法确认真的是本人丢了手机');
  await confirmDialog.getByRole('button', { name: '重置', exact: true }).click();
  await expect.element(toastOf('两步验证已重置')).toBeVisible();
  expect(callsTo('POST /admin/staff/resetTotp').at(-1)?.body).toEqual({ id: '91' });
});

test.for(widths)('lists roles with their permissions, %i px wide', async (width) => {
  await page.viewport(width, 900);
  await openAdmin('/staff?tab=roles');
  await expect.element(roleRow('责编')).toMatchTextContent('看稿件');
  expectNoSidewaysScroll();
  await expectAccessible();
  await button('新建角色').click();
  await expect.element(dialog('新建角色')).toBeVisible();
  await expectAccessible();
});

test('creates a role from the permissions that the member holds', async () => {
  answer('POST /admin/role/create', { code: 'own-2' });
  await openAdmin('/staff', { permissions: ['staff.manage'] });
  await tab('角色').click();
  await button('新建角色').click();
  await button('保存').click();
  await expect.element(dialog().getByText('请填写角色名称')).toBeVisible();
  await expect.element(dialog().getByText('请至少选一项权限')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: '看稿件' })).toBeDisabled();
  await page.getByRole('textbox', { name: '角色名称' }).fill('人事');
  await page.getByRole('checkbox', { name: '员工与角色' }).click();
  await button('保存').click();
  await expect.element(toastOf('角色已新建')).toBeVisible();
  expect(callsTo('POST /admin/role/create').at(-1)?.body).toEqual({
    name: '人事',
    permissions: ['staff.manage'],
  });
});

test('edits custom roles but not built-in ones, and keeps the selection after a conflict', async () => {
  answer('POST /admin/role/save', refuse(409, '角色刚刚被删除'));
  await openAdmin('/staff?tab=roles');
  await expect.element(button('修改角色“管理员”')).not.toBeInTheDocument();
  await button('修改角色“责编”').click();
  await expect.element(dialog()).toMatchTextContent('2 人是这个角色，修改立即对他们生效');
  await page.getByRole('checkbox', { name: '员工与角色' }).click();
  await button('保存').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('角色刚刚被删除');
  await expect.element(page.getByRole('checkbox', { name: '员工与角色' })).toBeChecked();
  expect(callsTo('POST /admin/role/save').at(-1)?.body).toEqual({
    code: 'editor',
    name: '责编',
    permissions: ['content.view', 'staff.manage'],
  });
});

test('deletes a role, or shows who still has it', async () => {
  answer('POST /admin/role/delete', ({ body }) =>
    body.code === 'editor' ? refuse(409, '还有 2 人是这个角色') : true,
  );
  await openAdmin('/staff?tab=roles');
  await button('删除角色“责编”').click();
  await dialog('删除角色“责编”？').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('角色“责编”：还有 2 人是这个角色')).toBeVisible();
  await button('删除角色“只看稿件”').click();
  await dialog('删除角色“只看稿件”？').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 1 个')).toBeVisible();
});
