import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import type { ApiKey } from '../../keys/schema.ts';

const at = '2026-11-20T08:00:00+08:00';
const apiKey = (id: number, changes: Partial<ApiKey> = {}): ApiKey => ({
  id: String(id),
  name: `脚本${id}`,
  hint: 'glk_ab12',
  owner: { id: '7', name: '沈观潮' },
  scopes: ['content.view', 'tags.manage'],
  effectiveScopes: ['content.view', 'tags.manage'],
  createdAt: at,
  expiresAt: null,
  isExpired: false,
  lastUsedAt: null,
  ...changes,
});
const permissions = [
  { code: 'content.view', group: '内容', name: '看稿件', about: '后台的文章列表' },
  { code: 'tags.manage', group: '内容', name: '标签', about: '给标签改名' },
];
const answerKeys = (keys: ApiKey[]) => answer('GET /admin/apiKey/list', { keys, permissions });

test('lists keys with what is left of them', { tags: ['strict'] }, async () => {
  answerKeys([
    apiKey(1, { name: '长'.repeat(30), lastUsedAt: at }),
    apiKey(2, { expiresAt: at, isExpired: true, scopes: ['tags.manage'] }),
    apiKey(3, { effectiveScopes: [] }),
    apiKey(4, { effectiveScopes: ['content.view'] }),
  ]);
  await openAdmin('/staff?tab=keys');
  await expect.element(row('长长')).toMatchTextContent('glk_ab12… · 沈观潮');
  await expect.element(row('长长')).toMatchTextContent('看稿件、标签');
  await expect.element(row('长长')).toMatchTextContent('11-20 08:00不过期');
  await expect.element(row('脚本2')).toMatchTextContent('已过期');
  await expect.element(row('脚本2')).toMatchTextContent('没有用过有效至 11-20 08:00');
  await expect.element(row('脚本2')).not.toMatchTextContent('看稿件');
  await expect.element(row('脚本3')).toMatchTextContent('主人已没有权限');
  await expect.element(row('脚本4')).toMatchTextContent('部分权限已失效');
  await expectWellMade();
});

test('shows missing fields, then the new key once, and revokes a key after a confirmation', async () => {
  answerKeys([apiKey(1), apiKey(2)]);
  const key = `glk_${'a'.repeat(43)}`;
  answer('POST /admin/apiKey/create', { id: '3', key });
  await openAdmin('/staff?tab=keys');
  await button('新建密钥').click();
  await button('生成密钥').click();
  await expect.element(dialog().getByText('请填写名称')).toBeVisible();
  await expect.element(dialog().getByText('请至少选一项权限')).toBeVisible();
  await page.getByRole('textbox', { name: '名称' }).fill('导入脚本');
  await choose('有效期', '1 年');
  await page.getByRole('checkbox', { name: '看稿件' }).click();
  await button('生成密钥').click();
  await expect.element(dialog('密钥“导入脚本”')).toMatchTextContent(key);
  expect(callsTo('POST /admin/apiKey/create').at(-1)?.body).toEqual({
    name: '导入脚本',
    scopes: ['content.view'],
    days: 365,
  });
  await expectPhoneLayout();
  await button('完成').click();
  await expect.element(page.getByText(key)).not.toBeInTheDocument();
  answer('POST /admin/apiKey/revoke', () => {
    answerKeys([]);
    return true;
  });
  await button('吊销密钥“脚本2”').click();
  await dialog('吊销密钥“脚本2”？').getByRole('button', { name: '吊销' }).click();
  await expect.element(page.getByText('已吊销 1 把')).toBeVisible();
  expect(callsTo('POST /admin/apiKey/revoke').at(-1)?.body).toEqual({ id: '2' });
  await expect.element(page.getByText('还没有接口密钥')).toBeVisible();
});
