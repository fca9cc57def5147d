import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import {
  button,
  choose,
  dialog,
  fillPeriod,
  openAdmin,
  row,
  tab,
  toastOf,
} from '#testing/browser/open-admin.ts';
import { pageOf } from '#testing/browser/personal.ts';
import type { MemberDetail, MemberRecord } from '../../members/schema.ts';

const at = '2026-11-20T08:00:00+08:00';
const member = (id: number, changes: Partial<MemberRecord> = {}): MemberRecord => ({
  id: `9${id}`,
  name: `读者${id}`,
  avatar: null,
  mobile: '138****0001',
  email: 'a***@example.cn',
  roles: [],
  tags: [],
  vipUntil: null,
  blockedAt: null,
  deletionDueAt: null,
  createdAt: at,
  lastSeenAt: null,
  ...changes,
});
const detail = (changes: Partial<MemberDetail> = {}): MemberDetail => ({
  ...member(1),
  hasPassword: true,
  hasTotp: false,
  blockReason: null,
  wechat: { nickname: '潮', boundAt: at },
  sessions: [{ id: '1', device: 'Chrome（Windows）', address: '10.0.0.1', createdAt: at, lastSeenAt: at }],
  consents: [{ kind: 'privacy', version: '2026-11-01', agreedAt: at }],
  ...changes,
});
const field = (name: string) => page.getByRole('textbox', { name });
const checkbox = (name: string) => page.getByRole('checkbox', { name });
const drawer = () => dialog('会员');
// Scoped to the dialog: the list behind it has a field of the same name.
async function chooseTag(tag: string) {
  await page.getByRole('combobox', { name: '标签' }).last().click();
  await page.getByTitle(tag, { exact: true }).last().click();
  await userEvent.keyboard('{Escape}');
}
const listCalls = () => callsTo('GET /admin/member/list');
const sent = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.body;

beforeEach(() => {
  answer('GET /admin/member/list', pageOf([member(1), member(2)]));
  answer('GET /admin/member/tags', [{ tag: '重点', members: 1200 }]);
  answer('GET /admin/member/detail', detail());
  answer('GET /admin/member/grants', []);
  answer('GET /admin/role/list', { roles: [], permissions: [] });
});

async function openMember(changes: Partial<MemberDetail> = {}, permissions = ['*']) {
  answer('GET /admin/member/detail', detail(changes));
  await openAdmin('/members', { permissions });
  await button('读者1').click();
  await expect.element(drawer().getByText('登录设备')).toBeVisible();
}

test('lists members and opens one', { tags: ['strict'] }, async () => {
  const long = member(1, {
    name: '长'.repeat(40),
    vipUntil: at,
    blockedAt: at,
    deletionDueAt: '2026-12-04T08:00:00+08:00',
    roles: [{ code: 'editor', name: '编辑' }],
    tags: Array.from({ length: 20 }, (_, place) => `标签${place}`),
  });
  answer('GET /admin/member/list', pageOf([long, member(2, { mobile: '' })]));
  answer('GET /admin/member/detail', detail(long));
  answer('GET /admin/member/grants', [
    { scope: 'vip', targetId: null, source: 'staff', startsAt: at, endsAt: null, isRunning: true },
    { scope: 'post', targetId: '7', source: 'order', startsAt: at, endsAt: at, isRunning: false },
  ]);
  await openAdmin('/members');
  await expect.element(row('长长')).toMatchTextContent('已停用12-04 注销编辑VIP标签0');
  await expect.element(row('读者2')).toMatchTextContent('a***@example.cn · 92');
  await expectWellMade();
  await page.getByRole('button', { name: '长长' }).click();
  await expect.element(drawer().getByText('隐私政策 2026-11-01')).toBeVisible();
  await expect.element(drawer()).toMatchTextContent('VIP 编辑部 有效2026-11-20 至 长期');
  await expect.element(drawer()).toMatchTextContent('单篇 7 购买 已结束2026-11-20 至 2026-11-20');
  await expectWellMade();
});

test('combines view, state, tag and days, which ends a selection, and exports what is listed', async () => {
  answer(
    'GET /admin/member/export',
    new Response('\uFEFF编号\n', { headers: { 'content-type': 'text/csv' } }),
  );
  await openAdmin('/members');
  await checkbox('选择读者1').click();
  await expect.element(page.getByText('已选 1 位')).toBeVisible();
  await tab('VIP').click();
  await expect.element(page.getByText('已选 1 位')).not.toBeInTheDocument();
  await choose('状态', '已停用');
  await choose('标签', '重点（1000+）');
  await fillPeriod('注册从', '2026-11-01', '2026-11-20');
  const filters = { tag: '重点', startTime: '2026-11-01', endTime: '2026-11-20' };
  await expect
    .poll(() => listCalls().at(-1)?.query)
    .toEqual({ ...filters, vip: 'yes', state: 'blocked', size: '20' });
  // A state is a view of its own, so that another view replaces it.
  await tab('编辑部').click();
  await expect.poll(() => listCalls().at(-1)?.query).toEqual({ ...filters, role: 'staff', size: '20' });
  await button('导出 CSV').click();
  await expect
    .poll(() => callsTo('GET /admin/member/export').at(-1)?.query)
    .toEqual({ ...filters, role: 'staff' });
});

test('hides changes and the export from staff who may only see members', async () => {
  await openMember({ vipUntil: at }, ['members.view']);
  for (const name of ['导出 CSV', '新建会员', '停用账号', '显示完整号码', '修改标签', '延长 VIP', '终止 VIP'])
    await expect.element(button(name)).not.toBeInTheDocument();
  await expect.element(page.getByText('角色', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('offers no actions on staff without permission for staff, and no import without that for imports', async () => {
  await openMember({ roles: [{ code: 'editor', name: '编辑' }] }, ['members.view', 'members.manage']);
  await expect.element(page.getByText('停用与退出需要“员工与角色”权限')).toBeVisible();
  await expect.element(button('停用账号')).not.toBeInTheDocument();
  await expect.element(button('新建会员')).toBeInTheDocument();
  await expect.element(button('导入会员')).not.toBeInTheDocument();
});

test('adds tags to the selected members and removes them, each in one call', async () => {
  answer('POST /admin/member/addTags', true);
  answer('POST /admin/member/removeTags', refuse(409, '会员刚刚注销'));
  await openAdmin('/members');
  await checkbox('选择读者1').click();
  await checkbox('选择读者2').click();
  await button('批量加标签').click();
  const tagDialog = dialog('给选中的 2 位会员加标签');
  await tagDialog.getByRole('button', { name: '加标签' }).click();
  await expect.element(tagDialog.getByText('请选择标签')).toBeVisible();
  expect(callsTo('POST /admin/member/addTags')).toEqual([]);
  await chooseTag('重点');
  await tagDialog.getByRole('button', { name: '加标签' }).click();
  await expect.element(page.getByText('已加标签 2 位')).toBeVisible();
  expect(sent('POST /admin/member/addTags')).toEqual({ ids: ['91', '92'], tags: ['重点'] });
  await checkbox('选择读者2').click();
  await button('批量去标签').click();
  await chooseTag('重点');
  await dialog('去标签').getByRole('button', { name: '去标签' }).click();
  await expect.element(page.getByText('读者2：会员刚刚注销')).toBeVisible();
  expect(sent('POST /admin/member/removeTags')).toEqual({ ids: ['92'], tags: ['重点'] });
});

test('shows a full number on request, changes tags, blocks an account with a reason, and ends its sessions', async () => {
  const changes: string[] = [];
  answer('POST /admin/member/removeTags', ({ body }) => changes.push(`-${body.tags}`) > 0);
  // Each change is in the answers that follow it, not in those that are still on their way.
  const change = (after: Partial<MemberDetail>) => () => {
    answer('GET /admin/member/detail', detail(after));
    return true;
  };
  answer('POST /admin/member/addTags', ({ body }) => {
    changes.push(`+${body.tags}`);
    return change({ tags: ['留', '重点'] })();
  });
  answer('POST /admin/member/reveal', { mobile: '13800000001', email: 'anna@example.cn' });
  answer('POST /admin/member/block', refuse(409, '不能停用最后一位管理员'));
  answer('POST /admin/member/signOut', change({ blockedAt: at, sessions: [] }));
  await openMember({ tags: ['旧', '留'] });
  await expect.element(drawer()).not.toMatchTextContent('13800000001');
  await button('显示完整号码').click();
  await expect.element(drawer()).toMatchTextContent('13800000001');
  await expect.element(drawer()).toMatchTextContent('anna@example.cn');
  expect(sent('POST /admin/member/reveal')).toEqual({ id: '91' });
  await button('修改标签').click();
  await drawer().getByTitle('旧').getByLabelText('关闭').click();
  await chooseTag('重点');
  await button('保存标签').click();
  await expect.element(button('修改标签')).toBeVisible();
  // A member with the maximum number of tags has no room for a new one before.
  expect(changes).toEqual(['-旧', '+重点']);
  await button('停用账号').click();
  const blockDialog = dialog('停用读者1的账号');
  await blockDialog.getByRole('button', { name: '停用' }).click();
  await expect.element(blockDialog.getByText('请填写原因')).toBeVisible();
  await field('原因').fill('反复发布广告');
  await blockDialog.getByRole('button', { name: '停用' }).click();
  await expect.element(blockDialog.getByRole('alert')).toMatchTextContent('不能停用最后一位管理员');
  await expect.element(field('原因')).toHaveValue('反复发布广告');
  answer('POST /admin/member/block', change({ blockedAt: at, blockReason: '反复发布广告' }));
  await blockDialog.getByRole('button', { name: '停用' }).click();
  await expect.element(button('恢复账号')).toBeVisible();
  await expect.element(drawer()).toMatchTextContent('11-20 08:00，反复发布广告');
  expect(sent('POST /admin/member/block')).toEqual({ id: '91', reason: '反复发布广告' });
  await button('退出全部登录').click();
  await dialog('退出读者1的全部登录').getByRole('button', { name: '退出', exact: true }).click();
  await expect.element(toastOf('已退出全部登录')).toBeVisible();
  expect(sent('POST /admin/member/signOut')).toEqual({ id: '91' });
  await expect.element(button('退出全部登录')).toBeDisabled();
});

test('grants VIP for days with a reason, ends it, and unblocks an account after a confirmation', async () => {
  answer('POST /admin/member/giveVip', { vipUntil: '2027-01-19T08:00:00+08:00' });
  answer('POST /admin/member/endVip', { vipUntil: null });
  answer('POST /admin/member/unblock', true);
  await openMember({ vipUntil: '2026-12-20T08:00:00+08:00', blockedAt: at });
  await button('延长 VIP').click();
  const giveDialog = dialog('延长 VIP').last();
  await expect.element(giveDialog).toMatchTextContent('从现在的到期日 2026-12-20 往后加');
  await page.getByRole('spinbutton', { name: '天数' }).fill('');
  await field('原因').fill('补偿');
  await giveDialog.getByRole('button', { name: '延长', exact: true }).click();
  await expect.element(page.getByText('应为 1 到 3650 的整数')).toBeVisible();
  await page.getByRole('spinbutton', { name: '天数' }).fill('60');
  await giveDialog.getByRole('button', { name: '延长', exact: true }).click();
  await expect.element(toastOf('VIP 有效至 2027-01-19')).toBeVisible();
  expect(sent('POST /admin/member/giveVip')).toEqual({ id: '91', days: 60, reason: '补偿' });
  await button('终止 VIP').click();
  await field('原因').fill('退款');
  await dialog('终止读者1的 VIP').getByRole('button', { name: '终止', exact: true }).click();
  await expect.element(toastOf('VIP 已终止')).toBeVisible();
  expect(sent('POST /admin/member/endVip')).toEqual({ id: '91', reason: '退款' });
  await button('恢复账号').click();
  await dialog('恢复读者1的账号').getByRole('button', { name: '恢复', exact: true }).click();
  await expect.element(toastOf('账号已恢复')).toBeVisible();
  expect(sent('POST /admin/member/unblock')).toEqual({ id: '91' });
});

test('adds a member and opens them, and uploads a file of members with the VIP of paying ones', async () => {
  answer('POST /admin/member/create', refuse(409, '这个手机号已经有会员，请直接查找', 'mobile'));
  answer('POST /admin/transfer/importMembers', refuse(400, '会员只能从 CSV 文件导入'));
  answer('GET /admin/transfer/list', { records: [], cursor: null });
  await openAdmin('/members');
  await button('新建会员').click();
  await field('手机号').fill('123');
  await button('建立').click();
  await expect.element(dialog().getByText(/手机号不正确/)).toBeVisible();
  await field('手机号').fill('13612345678');
  await button('建立').click();
  await expect.element(dialog().getByText(/已经有会员/)).toBeVisible();
  answer('POST /admin/member/create', { id: '7' });
  answer('GET /admin/member/detail', ({ query }) => detail({ id: query.id ?? '', name: '新来的' }));
  await button('建立').click();
  await expect.element(toastOf('会员已建立')).toBeVisible();
  expect(sent('POST /admin/member/create')).toEqual({ mobile: '13612345678', name: '' });
  await expect.element(drawer().getByRole('heading', { name: '新来的' })).toBeVisible();
  expect(callsTo('GET /admin/member/detail').at(-1)?.query).toEqual({ id: '7' });
  await drawer().getByRole('button', { name: '关闭' }).click();
  await button('导入会员').click();
  await button('导入').click();
  await expect.element(dialog().getByText('请选择会员文件')).toBeVisible();
  await expectPhoneLayout();
  await page.getByLabelText('选择或拖入会员文件').upload(new File(['手机号'], '会员.csv'));
  await button('导入').click();
  await expect.element(dialog().getByText('会员只能从 CSV 文件导入')).toBeVisible();
  answer('POST /admin/transfer/importMembers', { id: '5' } as never);
  await page.getByRole('textbox', { name: 'VIP 到期' }).fill('2026-12-31');
  await userEvent.keyboard('{Enter}');
  await button('导入').click();
  await expect.poll(() => location.pathname).toBe('/admin/transfers');
  expect(sent('POST /admin/transfer/importMembers')).toMatchObject({
    vipUntil: '2026-12-31',
    file: expect.objectContaining({ name: '会员.csv' }),
  });
});
