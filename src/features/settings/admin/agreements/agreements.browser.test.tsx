import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { AgreementDraft, AgreementVersion } from '../../agreements/schema.ts';

const version = (id: number, changes: Partial<AgreementVersion> = {}): AgreementVersion => ({
  id: String(id),
  kind: 'agreement',
  version: `2026-11-0${id}`,
  title: '用户协议',
  effectiveAt: '2026-11-01T08:00:00+08:00',
  createdBy: '主编',
  state: 'past',
  ...changes,
});
const inForce = version(2, { state: 'inForce' });
const coming = version(3, { state: 'coming', title: '新用户协议', effectiveAt: '2099-01-01T08:00:00+08:00' });
const address = '/settings?group=agreements';
const draftAddress = '/settings/agreements/agreement';
const written = '<p>第2版的正文。新加的一条。</p>';
const draft = (number: number, html: string): AgreementDraft => ({
  id: 'agreement',
  version: number,
  content: { title: '用户协议', html },
});
const saved = (number: number) => ({ version: number, savedAt: '2026-11-20T09:00:00+08:00' });
const sent = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.body;
const body = () => page.getByRole('textbox', { name: '正文' });

beforeEach(() => {
  answer('GET /admin/settings/list', { siteMode: 'demo', hasWechatSandbox: false, groups: [] });
  answer('GET /admin/agreement/list', ({ query }) =>
    query.kind === 'privacy' ? [] : [coming, inForce, version(1)],
  );
  localStorage.clear();
  answer('GET /admin/agreement/draft', draft(0, '<p>第2版的正文。</p>'));
  answer('POST /admin/agreement/saveDraft', ({ body: { base } }) => saved(base + 1));
  answer('GET /admin/agreement/detail', ({ query }) => {
    const { createdBy: _, state: __, ...rest } = query.id === '3' ? coming : version(Number(query.id));
    return { ...rest, body: `<p>第${query.id}版的正文。</p>` };
  });
});

test('lists versions, and shows one as text and as its changes', { tags: ['strict'] }, async () => {
  answer('GET /admin/agreement/list', ({ query }) =>
    query.kind === 'privacy' ? [] : [coming, { ...inForce, title: '长'.repeat(60) }, version(1)],
  );
  await openAdmin(address);
  await expect.element(row('新用户协议')).toMatchTextContent('将于 2099-01-01 08:00 起生效未生效');
  await expect.element(row('长长')).toMatchTextContent('自 11-01 08:00 起生效生效中');
  await expect.element(row('2026-11-01')).toMatchTextContent('已被取代');
  await expectWellMade();
  await button('新用户协议').click();
  await expect.element(dialog().getByText('第3版的正文。')).toBeVisible();
  await page.getByText('相对现行版本的改动').click();
  await expect.element(dialog().getByRole('insertion').last()).toMatchTextContent('3');
  await expect.element(dialog().getByRole('deletion').last()).toMatchTextContent('2');
  await expectWellMade();
  await dialog().getByRole('button', { name: '关闭' }).click();
  // A past version is compared the other way round: how it became the one in force.
  await button('用户协议').click();
  await page.getByText('到现行版本的改动').click();
  await expect.element(dialog().getByRole('insertion').last()).toMatchTextContent('2');
  await expect.element(dialog().getByRole('deletion').last()).toMatchTextContent('1');
  await expect.element(button('以它写草稿')).toBeVisible();
  await dialog().getByRole('button', { name: '关闭' }).click();
  await page.getByText('隐私政策').click();
  await expect.element(page.getByText('还没有隐私政策')).toBeVisible();
});

test('saves a draft while it is written, and makes it a version', { tags: ['strict'] }, async () => {
  answer('POST /admin/agreement/create', { ...inForce, body: '' } as never);
  await openAdmin(draftAddress);
  await expect.element(body(), { timeout: 25_000 }).toMatchTextContent('第2版的正文。');
  await expectWellMade();
  await body().click();
  await userEvent.keyboard('{Control>}{End}{/Control}新加的一条。');
  await button('预览').click();
  await expect.element(dialog().getByRole('article')).toMatchTextContent('新加的一条。');
  expect(sent('POST /admin/agreement/saveDraft')).toEqual({
    ...{ kind: 'agreement', base: 0, content: { title: '用户协议', html: written }, isAutosave: true },
  });
  await page.getByText('相对现行版本的改动').click();
  await expect.element(dialog().getByRole('insertion').first()).toMatchTextContent('新加的一条。');
  await dialog().getByRole('button', { name: '关闭' }).first().click();
  await button('成为新版本').click();
  await expect.element(dialog('新版本')).toMatchTextContent('下次登录时要重新同意');
  await page.getByRole('radio', { name: '从这时起' }).click();
  await button('确定').click();
  await expect.element(dialog().getByText('请选择生效时间')).toBeVisible();
  expect(callsTo('POST /admin/agreement/create')).toEqual([]);
  await expectPhoneLayout();
  await page.getByRole('radio', { name: '立即' }).click();
  await button('确定').click();
  await expect.element(toastOf('已生效')).toBeVisible();
  expect(sent('POST /admin/agreement/create')).toEqual({
    ...{ kind: 'agreement', title: '用户协议', body: written, effectiveAt: null },
  });
  await expect.poll(() => location.search).toBe('?group=agreements');
});

test('changes a future version by the draft, shows why it could not be replaced, and deletes one', async () => {
  answer('POST /admin/agreement/draftFrom', saved(4));
  answer('POST /admin/agreement/save', refuse(409, '这个版本已经生效'));
  answer('POST /admin/agreement/delete', true);
  await openAdmin(address);
  await expect.element(button('删除用户协议 2026-11-02')).not.toBeInTheDocument();
  await button('删除新用户协议 2026-11-03').click();
  await dialog('删除新用户协议 2026-11-03？').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 1 版')).toBeVisible();
  expect(sent('POST /admin/agreement/delete')).toEqual({ id: '3' });
  await button('新用户协议').click();
  await button('修改').click();
  await expect.poll(() => sent('POST /admin/agreement/draftFrom')).toEqual({ id: '3' });
  await button('成为新版本').click();
  await expect.element(dialog().getByText(/代替未生效的 2026-11-03/)).toBeVisible();
  await expect.element(dialog().getByRole('textbox', { name: '生效时间' })).toHaveValue('2099-01-01 08:00');
  await button('确定').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('这个版本已经生效');
  expect(sent('POST /admin/agreement/save')).toEqual({
    ...{ id: '3', title: '用户协议', body: '<p>第2版的正文。</p>', effectiveAt: coming.effectiveAt },
  });
});

test('restores an old version of the draft, and offers both texts when another person has saved it', async () => {
  const record = { savedAt: '2026-11-20T09:00:00+08:00', savedBy: '主编', isLive: false, title: '用户协议' };
  answer('GET /admin/agreement/draftVersions', [
    { ...record, number: 2, isHead: true },
    { ...record, number: 1, isHead: false },
  ]);
  answer('GET /admin/agreement/draftVersion', { title: '用户协议', html: '<p>更早的。</p>' });
  answer('POST /admin/agreement/restoreDraft', saved(3));
  await openAdmin(draftAddress);
  await button('版本').click();
  await page.getByRole('button', { name: /第 1 版/ }).click();
  answer('GET /admin/agreement/draft', draft(3, '<p>更早的。</p>'));
  await button('恢复这一版').click();
  await dialog('恢复第 1 版？').getByRole('button', { name: '恢复', exact: true }).click();
  await expect.element(body()).toMatchTextContent('更早的。');
  expect(sent('POST /admin/agreement/restoreDraft')).toEqual({ kind: 'agreement', base: 0, number: 1 });
  answer('POST /admin/agreement/saveDraft', refuse(409, '这份草稿刚被陆远保存过'));
  await page.getByRole('textbox', { name: '标题' }).fill('我的标题');
  answer('GET /admin/agreement/draft', draft(5, '<p>对方的。</p>'));
  await userEvent.keyboard('{Control>}s{/Control}');
  const conflict = dialog('这份草稿刚被别人保存过');
  await expect.element(conflict).toBeVisible();
  answer('POST /admin/agreement/saveDraft', saved(6));
  await conflict.getByRole('button', { name: '保留我的' }).click();
  await expect
    .poll(() => sent('POST /admin/agreement/saveDraft'))
    .toMatchObject({ base: 5, content: { title: '我的标题' } });
});
