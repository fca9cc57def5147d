import { generateKeyPairSync } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { fetchData, headersOf } from './calls.ts';
import { expectAccessible, expectWellMade } from './checks.ts';
import { expect, open, test } from './journey.ts';
import { addNewcomer } from './newcomer.ts';
import { baseURL } from './portal.ts';

// These journeys change the site for all readers, so they run one after the other (playwright.config.ts).
test.describe.configure({ mode: 'default' });
test.use({ reader: 'admin' });

const resetSettings = (request: APIRequestContext, token: string | undefined, group: string) =>
  request.post('/api/admin/settings/reset', { headers: headersOf(token), data: { group } });

test('a new name and filing number appear on the next page a visitor opens, and disappear when they are cleared', async ({
  page,
  browser,
  request,
  token,
}) => {
  const visitor = await browser.newPage({ baseURL });
  await open(visitor, '/index');
  await expect(visitor.getByRole('contentinfo')).not.toContainText('浙ICP备20261121号');

  await open(page, '/admin/settings');
  await expect(page.getByRole('button', { name: '保存' })).toBeDisabled();
  await page.getByLabel('网站名称').fill('钱塘财经');
  await page.getByLabel('ICP 备案号').fill('浙ICP备20261121号');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存，马上生效')).toBeVisible();
  await expect(page.getByText(/主编在 .* 改过，以这里为准/)).toBeVisible();

  await open(visitor, '/index');
  await expect(visitor).toHaveTitle(/钱塘财经/);
  await expect(visitor.getByRole('contentinfo')).toContainText('浙ICP备20261121号');

  await page.getByRole('button', { name: '恢复环境变量的设置' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click();
  await expect(page.getByLabel('网站名称')).toHaveValue('观澜');
  await open(visitor, '/index');
  await expect(visitor).toHaveTitle(/观澜/);
  await visitor.close();
  await resetSettings(request, token, 'site');
});

test('a failed test of settings shows the reason, and an error of the server is shown at its field', async ({
  page,
  allowed,
}) => {
  await open(page, '/admin/settings?group=mail');
  await page.getByText('SMTP 邮件服务器').click();
  await page.getByRole('textbox', { name: '邮件服务器' }).fill('smtp://127.0.0.1:9');
  await page.getByRole('textbox', { name: '发件人' }).fill('观澜 <a@example.cn>');
  await page.getByLabel('测试邮件的收件人').fill('me@example.cn');
  await page.getByRole('button', { name: /试一试/ }).click();
  await expect(page.getByText(/连不上邮件服务器/)).toBeVisible();

  allowed.expect(/status of 400/);
  await page.getByRole('textbox', { name: '发件人' }).fill('没有邮箱');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('textbox', { name: '发件人' })).toHaveAttribute('aria-invalid', 'true');
});

test('a saved secret is never sent back to a screen', async ({ page, request, token }) => {
  const secret = 'an-app-secret-of-the-desk-7788';
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/admin/')) answers.push(await response.text().catch(() => ''));
  });
  await open(page, '/admin/settings?group=wechat');
  await page.getByText('微信扫码登录').click();
  await page.getByLabel('AppID').fill('wx1234567890');
  await page.getByLabel('AppSecret').fill(secret);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已设置（末四位 7788），留空则不变')).toBeVisible();
  await expect(page.getByLabel('AppSecret')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('AppID')).toHaveValue('wx1234567890');
  await expect(page.getByLabel('AppSecret')).toHaveValue('');
  await open(page, '/admin/audit');
  await expect(page.getByText('修改设置').first()).toBeVisible();
  expect(answers.length).toBeGreaterThan(2);
  for (const answer of answers) expect(answer).not.toContain(secret);
  await resetSettings(request, token, 'wechat');
});

test('the keys of a merchant can be pasted as issued, are saved but never shown, and enable a payment method at once', async ({
  page,
  request,
  token,
  allowed,
}) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const url = 'https://news.example.cn';
  const values = { name: '观澜', url };
  await request.post('/api/admin/settings/save', {
    headers: headersOf(token),
    data: { group: 'site', values, base: null },
  });
  await open(page, '/admin/settings?group=alipay');
  await page.getByRole('radio', { name: '支付宝' }).check();
  await page.getByLabel('AppID').fill('2021000000000001');
  await page.getByLabel('收款支付宝账号').fill('2088000000000001');
  await page.getByLabel('应用私钥').fill(privateKey);
  await page.getByLabel('支付宝公钥').fill(privateKey);
  allowed.expect(/status of 400/);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('公钥应为 RSA 公钥')).toBeVisible();
  await expect(page.getByLabel('支付宝公钥')).toHaveAttribute('aria-invalid', 'true');
  await expectWellMade(page);
  await page.getByLabel('支付宝公钥').fill(publicKey);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已设置，留空则不变')).toBeVisible();
  await expect(page.getByLabel('应用私钥')).toHaveValue('');
  const { gateways } = await fetchData<{ gateways: { name: string }[] }>(
    request,
    'GET /reception/getPayChannels',
  );
  expect(gateways.map(({ name }) => name)).toEqual(['alipay']);
  await resetSettings(request, token, 'alipay');
  await resetSettings(request, token, 'site');
});

test('a new version of the agreement is drafted, compared, published and read', async ({ page, browser }) => {
  await open(page, '/admin/settings?group=agreements');
  await page.getByRole('button', { name: '写新版本' }).click();
  await page.getByRole('textbox', { name: '正文' }).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('新加的一条。');
  await page.getByRole('button', { name: '预览' }).click();
  const preview = page.getByRole('dialog');
  await expect(preview.getByRole('article')).toContainText('新加的一条。');
  await preview.getByText('相对现行版本的改动').click();
  await expect(preview.locator('ins')).toContainText('新加的一条。');
  await preview.getByRole('button', { name: '关闭' }).first().click();
  await page.getByRole('button', { name: '成为新版本' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('生效中')).toHaveCount(1);
  await expect(page.getByText('已被取代').first()).toBeVisible();
  const visitor = await browser.newPage({ baseURL });
  await open(visitor, '/agreement');
  await expect(visitor.getByRole('main')).toContainText('新加的一条。');
  await visitor.close();
});

test('a member who accepted the previous version is asked for the new one at log-in', async ({
  browser,
  request,
  token,
}) => {
  const member = await addNewcomer(request, '老会员');
  const written = await request.post('/api/admin/agreement/create', {
    headers: headersOf(token),
    data: { kind: 'agreement', title: '用户协议', body: '<p>新的一版。</p>' },
  });
  expect(written.status(), await written.text()).toBe(200);
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const visitor = await context.newPage();
  await open(visitor, '/login');
  await visitor.getByRole('textbox', { name: '手机号' }).fill(member.mobile);
  await visitor.getByLabel('密码', { exact: true }).fill(member.password);
  await visitor.getByRole('button', { name: '登录', exact: true }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('协议已更新');
  await expect(visitor.getByText('《用户协议》已更新，请阅读并同意后继续')).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: '同意并登录' }).click();
  await expect(visitor.getByRole('alert')).toContainText('请先阅读并勾选同意');
  await visitor.getByRole('checkbox').check();
  await visitor.getByRole('button', { name: '同意并登录' }).click();
  await expect(visitor).toHaveURL('/index');
  await context.close();
});
