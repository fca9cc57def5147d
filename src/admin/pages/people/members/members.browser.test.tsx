import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MemberDetail, MemberRecord } from '#features/identity/members/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import { pageOf } from '#testing/browser/personal.ts';
import { widths } from '#testing/browser/widths.ts';

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
const long = member(1, {
  name: '长'.repeat(40),
  vipUntil: at,
  blockedAt: at,
  deletionDueAt: at,
  roles: [{ code: 'editor', name: '编辑' }],
  tags: Array.from({ length: 20 }, (_, place) => `标签${place}`),
});
const field = (name: string) => page.getByRole('textbox', { name });
// Scoped to the dialog: the list behind it has a field of the same name.
async function chooseTag(tag: string) {
  await page.getByRole('combobox', { name: '标签' }).last().click();
  await page.getByTitle(tag, { exact: true }).last().click();
  await userEvent.keyboard('{Escape}');
}
const listCalls = () => callsTo('GET /admin/member/list');

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
  await expect.element(dialog('会员').getByText('登录设备')).toBeVisible();
}

test.for(widths)('lists members and opens one, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/member/list', pageOf([long, member(2)]));
  answer('GET /admin/member/detail', detail(long));
  await openAdmin('/members');
  await expect.element(row('长长')).toMatchTextContent('已停用');
  expectNoSidewaysScroll();
  await expectAccessible();
  await page.getByRole('button', { name: '长长' }).click();
  await expect.element(dialog('会员').getByText('隐私政策 2026-11-01')).toBeVisible();
  await expectAccessible();
});

test('shows that no member matches, and a failed list with a retry button', async () => {
  answer('GET /admin/member/list', pageOf([]));
  await openAdmin('/members?keyword=没有');
  await expect.element(page.getByText('没有符合条件的会员')).toBeVisible();
  answer('GET /admin/member/list', networkError());
  await button('看全部会员').click();
  await expect.element(page.getByText('没有取到会员')).toBeVisible();
  answer('GET /admin/member/list', pageOf([member(7)]));
  await button('重试').click();
  await expect.element(row('读者7')).toBeVisible();
});

test('refuses staff who may not see members', async () => {
  await openAdmin('/members', { permissions: ['content.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

test('combines view, state and tag filters', async () => {
  await openAdmin('/members');
  await tab('VIP').click();
  await choose('状态', '已停用');
  await choose('标签', '重点（1000+）');
  await expect
    .poll(() => listCalls().at(-1)?.query)
    .toMatchObject({ vip: 'yes', state: 'blocked', tag: '重点' });
  await tab('编辑部').click();
  await expect.poll(() => listCalls().at(-1)?.query).toMatchObject({ role: 'staff' });
  expect(listCalls().at(-1)?.query).not.toHaveProperty('vip');
});

test('exports the filtered members through the audited call', async () => {
  answer(
    'GET /admin/member/export',
    new Response('\uFEFF编号\n', { headers: { 'content-type': 'text/csv' } }),
  );
  await openAdmin('/members?state=leaving');
  await button('导出 CSV').click();
  await expect.poll(() => callsTo('GET /admin/member/export').at(-1)?.query).toEqual({ state: 'leaving' });
});

test('hides changes and the export from staff who may only see members', async () => {
  await openAdmin('/members', { permissions: ['members.view'] });
  await button('读者1').click();
  await expect.element(dialog('会员').getByText('同意记录')).toBeVisible();
  for (const name of ['导出 CSV', '停用账号', '显示完整号码', '修改标签', '开通 VIP', '重置两步验证'])
    await expect.element(button(name)).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('tags the selected members in one call', async () => {
  answer('POST /admin/member/addTags', true);
  await openAdmin('/members');
  await page.getByRole('checkbox', { name: '选择读者1' }).click();
  await page.getByRole('checkbox', { name: '选择读者2' }).click();
  await button('批量加标签').click();
  const tagDialog = dialog('给选中的 2 位会员加标签');
  await tagDialog.getByRole('button', { name: '加标签' }).click();
  await expect.element(tagDialog.getByText('请选择标签')).toBeVisible();
  expect(callsTo('POST /admin/member/addTags')).toEqual([]);
  await chooseTag('重点');
  await tagDialog.getByRole('button', { name: '加标签' }).click();
  await expect.element(page.getByText('已加标签 2 位')).toBeVisible();
  expect(callsTo('POST /admin/member/addTags').at(-1)?.body).toEqual({ ids: ['91', '92'], tags: ['重点'] });
});

test('shows why tags could not be removed', async () => {
  answer('POST /admin/member/removeTags', refuse(409, '会员刚刚注销'));
  await openAdmin('/members');
  await page.getByRole('checkbox', { name: '选择读者1' }).click();
  await button('批量去标签').click();
  await chooseTag('重点');
  await dialog('去标签').getByRole('button', { name: '去标签' }).click();
  await expect.element(page.getByText('读者1：会员刚刚注销')).toBeVisible();
});

test('changes the tags of one member, removing before adding', async () => {
  const sent: string[] = [];
  answer('POST /admin/member/removeTags', ({ body }) => sent.push(`-${body.tags}`) > 0);
  answer('POST /admin/member/addTags', ({ body }) => sent.push(`+${body.tags}`) > 0);
  await openMember({ tags: ['旧'] });
  await button('修改标签').click();
  await page.getByRole('combobox', { name: '标签' }).last().click();
  await userEvent.keyboard('{Backspace}');
  await chooseTag('重点');
  answer('GET /admin/member/detail', detail({ tags: ['重点'] }));
  await button('保存标签').click();
  await expect.element(button('修改标签')).toBeVisible();
  expect(sent).toEqual(['-旧', '+重点']);
});

test('shows the full phone number only on request', async () => {
  answer('POST /admin/member/reveal', { mobile: '13800000001', email: 'anna@example.cn' });
  await openMember();
  await expect.element(dialog('会员')).not.toMatchTextContent('13800000001');
  await button('显示完整号码').click();
  await expect.element(dialog('会员')).toMatchTextContent('13800000001');
  await expect.element(dialog('会员')).toMatchTextContent('anna@example.cn');
  expect(callsTo('POST /admin/member/reveal').at(-1)?.body).toEqual({ id: '91' });
});

test('blocks an account with a reason, and refetches it', async () => {
  answer('POST /admin/member/block', true);
  await openMember();
  await button('停用账号').click();
  const blockDialog = dialog('停用读者1的账号');
  await blockDialog.getByRole('button', { name: '停用' }).click();
  await expect.element(blockDialog.getByText('请填写原因')).toBeVisible();
  await field('原因').fill(' 反复发布广告 ');
  answer('GET /admin/member/detail', detail({ blockedAt: at, blockReason: '反复发布广告' }));
  await blockDialog.getByRole('button', { name: '停用' }).click();
  await expect.element(button('恢复账号')).toBeVisible();
  await expect.element(dialog('会员')).toMatchTextContent('，反复发布广告');
  expect(callsTo('POST /admin/member/block').at(-1)?.body.id).toBe('91');
});

test('keeps the reason when the server refuses the block', async () => {
  answer('POST /admin/member/block', refuse(409, '不能停用最后一位管理员'));
  await openMember();
  await button('停用账号').click();
  await field('原因').fill('离职');
  await dialog('停用读者1').getByRole('button', { name: '停用' }).click();
  await expect.element(dialog('停用读者1').getByRole('alert')).toMatchTextContent('不能停用最后一位管理员');
  await expect.element(field('原因')).toHaveValue('离职');
});

test('asks for confirmation before it unblocks an account or ends its sessions', async () => {
  answer('POST /admin/member/unblock', true);
  answer('POST /admin/member/signOut', true);
  await openMember({ blockedAt: at });
  await button('恢复账号').click();
  await dialog('恢复读者1的账号').getByRole('button', { name: '恢复', exact: true }).click();
  await expect.element(toastOf('账号已恢复')).toBeVisible();
  await button('退出全部登录').click();
  await dialog('退出读者1的全部登录').getByRole('button', { name: '退出', exact: true }).click();
  await expect.element(toastOf('已退出全部登录')).toBeVisible();
  expect(callsTo('POST /admin/member/signOut').at(-1)?.body).toEqual({ id: '91' });
});

test('offers no actions on staff accounts without permission to manage staff', async () => {
  await openMember({ roles: [{ code: 'editor', name: '编辑' }] }, ['members.view', 'members.manage']);
  await expect.element(page.getByText('停用与退出需要“员工与角色”权限')).toBeVisible();
  await expect.element(button('停用账号')).not.toBeInTheDocument();
});

test('grants VIP for days with a reason, and ends it', async () => {
  answer('POST /admin/member/giveVip', { vipUntil: '2027-01-19T08:00:00+08:00' });
  answer('POST /admin/member/endVip', { vipUntil: null });
  answer('GET /admin/member/grants', [
    { scope: 'vip', targetId: null, source: 'staff', startsAt: at, endsAt: null, isRunning: true },
  ]);
  await openMember({ vipUntil: '2026-12-20T08:00:00+08:00' });
  await expect.element(page.getByText('2026-11-20 至 长期')).toBeVisible();
  await button('延长 VIP').click();
  await page.getByRole('spinbutton', { name: '天数' }).fill('');
  await field('原因').fill('补偿');
  await dialog('延长 VIP').last().getByRole('button', { name: '延长', exact: true }).click();
  await expect.element(page.getByText('应为 1 到 3650 的整数')).toBeVisible();
  await page.getByRole('spinbutton', { name: '天数' }).fill('60');
  await dialog('延长 VIP').last().getByRole('button', { name: '延长', exact: true }).click();
  await expect.element(toastOf('VIP 有效至 2027-01-19')).toBeVisible();
  expect(callsTo('POST /admin/member/giveVip').at(-1)?.body).toEqual({ id: '91', days: 60, reason: '补偿' });
  await button('终止 VIP').click();
  await field('原因').fill('退款');
  await dialog('终止读者1的 VIP').getByRole('button', { name: '终止', exact: true }).click();
  await expect.element(toastOf('VIP 已终止')).toBeVisible();
  expect(callsTo('POST /admin/member/endVip').at(-1)?.body).toEqual({ id: '91', reason: '退款' });
});

test('shows that a member was deleted', async () => {
  answer('GET /admin/member/detail', refuse(404, '没有这位会员，或账号已注销'));
  await openAdmin('/members');
  await button('读者1').click();
  await expect.element(dialog().getByText('没有这位会员，或账号已注销')).toBeVisible();
});

test('uploads a file of members with the VIP of paying ones, and shows its run', async () => {
  answer('POST /admin/transfer/importMembers', refuse(400, '会员只能从 CSV 文件导入'));
  answer('GET /admin/transfer/list', { records: [], cursor: null });
  await openAdmin('/members');
  await button('导入会员').click();
  await button('导入').click();
  await expect.element(dialog().getByText('请选择会员文件')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('选择或拖入会员文件').upload(new File(['手机号'], '会员.csv'));
  await button('导入').click();
  await expect.element(dialog().getByText('会员只能从 CSV 文件导入')).toBeVisible();
  expect(callsTo('POST /admin/transfer/importMembers')).toHaveLength(1);
});

test('offers no import without both permissions', async () => {
  await openAdmin('/members', { permissions: ['members.view', 'members.manage'] });
  await expect.element(button('新建会员')).toBeVisible();
  await expect.element(button('导入会员')).not.toBeInTheDocument();
});

test('adds a member and opens them, after a number in use was refused', async () => {
  answer('POST /admin/member/create', refuse(409, '这个手机号已经有会员，请直接查找', 'mobile'));
  await openAdmin('/members');
  await button('新建会员').click();
  await page.getByRole('textbox', { name: '手机号' }).fill('123');
  await button('建立').click();
  await expect.element(dialog().getByText(/手机号不正确/)).toBeVisible();
  await page.getByRole('textbox', { name: '手机号' }).fill('13612345678');
  await button('建立').click();
  await expect.element(dialog().getByText(/已经有会员/)).toBeVisible();
  answer('POST /admin/member/create', { id: '7' });
  await button('建立').click();
  await expect.element(toastOf('会员已建立')).toBeVisible();
  await expect.poll(() => callsTo('GET /admin/member/detail').at(-1)?.query).toEqual({ id: '7' });
});
