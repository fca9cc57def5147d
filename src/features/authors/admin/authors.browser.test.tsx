import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import { pageOf } from '#testing/browser/personal.ts';
import type { AuthorRecord } from '../manage/schema.ts';

const author = (id: number, changes: Partial<AuthorRecord> = {}): AuthorRecord => ({
  id: String(id),
  name: `作者${id}`,
  title: '首席分析师',
  sharePercent: null,
  bio: '',
  avatar: null,
  member: null,
  posts: 12,
  followers: 34,
  createdAt: '2026-11-20T08:00:00+08:00',
  qualification: '',
  institution: '',
  qualificationState: 'none',
  qualificationNote: '',
  ...changes,
});
const waiting = author(1, {
  qualification: 'S0570519080001',
  institution: '观潮证券',
  qualificationState: 'waiting',
});
const field = (name: string) => page.getByRole('textbox', { name });
const option = (name: string) => page.getByTitle(name, { exact: true }).last();
const sent = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.body;

beforeEach(() => answer('GET /admin/author/list', pageOf([waiting, author(2)])));

test('lists authors and opens the form', { tags: ['strict'] }, async () => {
  const member = { id: '91', name: '听潮客' };
  const long = author(1, { name: '长'.repeat(50), title: '衔'.repeat(50), member, sharePercent: 55 });
  answer('GET /admin/author/list', pageOf([long, author(2, { title: '' })]));
  await openAdmin('/authors');
  await expect.element(row('长长')).toMatchTextContent('听潮客—1234');
  await expect.element(row('作者2')).toMatchTextContent('编号 2');
  await expectWellMade();
  await page.getByRole('button', { name: '长长' }).first().click();
  await expect.element(dialog('修改作者').getByTitle('听潮客')).toBeVisible();
  await expect.element(page.getByRole('spinbutton', { name: '分成（%）' })).toHaveValue('55');
  await expectPhoneLayout();
});

test('creates an author with a member account, and changes another one', async () => {
  answer('POST /admin/author/create', { id: '9' });
  answer('POST /admin/author/save', true);
  answer('GET /admin/member/list', pageOf([{ id: '91', name: '沈观潮', mobile: '138****0001' } as never]));
  await openAdmin('/authors');
  await button('新建作者').click();
  await button('保存').click();
  await expect.element(dialog().getByText('请填写姓名')).toBeVisible();
  await field('姓名').fill('沈观潮');
  await page.getByRole('combobox', { name: '会员账号（选填）' }).fill('沈');
  await option('沈观潮').click();
  await page.getByRole('spinbutton', { name: '分成（%）' }).fill('55');
  await button('保存').click();
  await expect.element(toastOf('作者已新建')).toBeVisible();
  expect(callsTo('GET /admin/member/list').at(-1)?.query).toMatchObject({ keyword: '沈' });
  const values = { title: '', bio: '', avatar: null, memberId: '91', sharePercent: 55 };
  expect(sent('POST /admin/author/create')).toEqual({ ...values, name: '沈观潮' });
  await button('作者2').click();
  await field('姓名').fill('作者贰');
  await button('保存').click();
  await expect.element(toastOf('作者已保存，读者的页面已更新')).toBeVisible();
  expect(sent('POST /admin/author/save')).toEqual({
    ...{ id: '2', name: '作者贰', title: '首席分析师', bio: '', avatar: null, memberId: null },
    sharePercent: null,
  });
});

test('lets staff without permission to see members unlink one', async () => {
  answer('POST /admin/author/save', true);
  answer('GET /admin/author/list', pageOf([author(2, { member: { id: '91', name: '听潮客' } })]));
  await openAdmin('/authors', { permissions: ['authors.manage'] });
  await button('作者2').click();
  await expect.element(dialog().getByText('听潮客（91）')).toBeVisible();
  await button('解除关联').click();
  await expect.element(dialog().getByText('没有关联')).toBeVisible();
  await button('保存').click();
  await expect.element(toastOf('作者已保存')).toBeVisible();
  expect(sent('POST /admin/author/save')).toMatchObject({ memberId: null });
});

test('merges, verifies and deletes authors, and says when no qualification is pending', async () => {
  answer('POST /admin/author/merge', true);
  answer('POST /admin/author/decideQualification', true);
  answer('POST /admin/author/delete', true);
  await openAdmin('/authors');
  await button('合并作者“作者1”').click();
  await expect.element(dialog()).toMatchTextContent('12 篇已发布内容、草稿和 34 位关注者');
  await dialog().getByRole('button', { name: '合并' }).click();
  await expect.element(dialog().getByText('请提供并入的作者编号')).toBeVisible();
  await page.getByRole('combobox', { name: '并入' }).fill('作');
  await expect.element(option('作者2')).toBeVisible();
  await expect.element(page.getByTitle('作者1', { exact: true })).not.toBeInTheDocument();
  await option('作者2').click();
  await dialog().getByRole('button', { name: '合并' }).click();
  await expect.element(toastOf('两位作者已合并')).toBeVisible();
  expect(sent('POST /admin/author/merge')).toEqual({ id: '1', into: '2' });
  await expect.element(button('核实作者“作者2”')).not.toBeInTheDocument();
  await button('核实作者“作者1”').click();
  await expect.element(dialog()).toMatchTextContent('S0570519080001');
  await expect.element(dialog()).toMatchTextContent('观潮证券');
  await page.getByRole('radio', { name: '不能核实' }).click();
  await dialog().getByRole('button', { name: '不能核实' }).click();
  await expect.element(dialog().getByText('请写明不能核实的原因')).toBeVisible();
  await field('说明').fill('查无此号');
  await dialog().getByRole('button', { name: '不能核实' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  const decided = { id: '1', qualification: 'S0570519080001' };
  expect(sent('POST /admin/author/decideQualification')).toEqual({
    ...{ ...decided, decision: 'refused', note: '查无此号' },
  });
  await button('核实作者“作者1”').click();
  await dialog().getByRole('button', { name: '核实无误' }).click();
  await expect
    .poll(() => sent('POST /admin/author/decideQualification'))
    .toEqual({ ...decided, decision: 'verified', note: '' });
  await button('删除作者“作者2”').click();
  await dialog('删除作者“作者2”？').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 1 位')).toBeVisible();
  expect(sent('POST /admin/author/delete')).toEqual({ id: '2' });
  answer('GET /admin/author/list', pageOf([]));
  await tab('资格待核实').click();
  await expect.element(page.getByText('没有待核实的执业资格')).toBeVisible();
  expect(callsTo('GET /admin/author/list').at(-1)?.query).toMatchObject({ qualification: 'waiting' });
  await page.getByRole('searchbox', { name: '查找作者' }).fill('沈');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有符合条件的作者')).toBeVisible();
});
