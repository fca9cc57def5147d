import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import type { SettingGroup, SettingList } from '../manage/schema.ts';

const site: SettingGroup = {
  name: 'site',
  title: '网站',
  lead: '读者看到的名称和备案号。',
  fields: [
    { name: 'name', label: '网站名称', kind: 'text' },
    { name: 'motto', label: '口号', kind: 'text' },
    { name: 'logo', label: '标志', kind: 'picture' },
    { name: 'accent', label: '主色', kind: 'colour', placeholder: '#c2371c' },
    { name: 'about', label: '简介', kind: 'prose' },
    { name: 'isClosed', label: '暂停注册', kind: 'switch' },
    { name: 'days', label: '保留天数', kind: 'whole', unit: '天' },
  ],
  values: { name: '观澜', motto: '', logo: '', accent: '', about: '', isClosed: false, days: '30' },
  source: 'environment',
  updatedBy: null,
  updatedAt: null,
};
const mail: SettingGroup = {
  name: 'mail',
  title: '邮件',
  lead: '验证码和通知用的邮箱。',
  tryLabel: '发一封测试邮件',
  fields: [
    {
      name: 'provider',
      label: '发送方式',
      kind: 'choice',
      options: { none: '不发送', smtp: 'SMTP 邮件服务器' },
    },
    { name: 'server', label: '邮件服务器', kind: 'text', provider: 'smtp', placeholder: 'smtps://…' },
    { name: 'password', label: '密码', kind: 'secret', provider: 'smtp', note: '邮箱的授权码' },
    { name: 'key', label: '签名私钥', kind: 'secretKey', provider: 'smtp' },
  ],
  values: {
    provider: 'smtp',
    server: 'smtps://mail.example.cn',
    password: { isSet: true, last4: '7788' },
    key: { isSet: false, last4: '' },
  },
  source: 'desk',
  updatedBy: '主编',
  // In UTC: 11-21 04:30 in Shanghai.
  updatedAt: '2026-11-20T20:30:00.123Z',
};
const listOf = (...groups: SettingGroup[]): SettingList => ({
  siteMode: 'demo',
  hasWechatSandbox: true,
  groups,
});
const field = (name: string) => page.getByRole('textbox', { name });
const sent = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.body;

beforeEach(() => answer('GET /admin/settings/list', listOf(site, mail)));

test('shows a group, and previews the brand in both themes before it is saved', {
  tags: ['strict'],
}, async () => {
  answer('GET /admin/settings/list', listOf({ ...site, lead: '长'.repeat(200) }, mail));
  await openAdmin('/settings');
  const accent = page.getByRole('textbox', { name: '主色', exact: true });
  const preview = page.getByRole('region', { name: '预览' });
  const coloursOf = () =>
    preview
      .getByText('阅读全文')
      .elements()
      .map((link) => getComputedStyle(link).color);
  await expect.element(preview.getByText('观澜').first()).toBeVisible();
  await expect.element(page.getByText('现在用的是启动时环境变量里的设置')).toBeVisible();
  const [light, dark] = coloursOf();
  expect(light).not.toBe(dark);
  await field('网站名称').fill('海风日报');
  await field('口号').fill('潮起有信');
  await accent.fill('#0b5394');
  await expect.element(preview.getByText('海风日报').first()).toBeVisible();
  await expect.element(preview.getByText('潮起有信').first()).toBeVisible();
  await expect.poll(() => coloursOf()[0]).toBe('rgb(11, 83, 148)');
  expect(coloursOf()[1]).not.toBe(dark);
  await expectWellMade();
  await accent.fill('#fff59d');
  await expect.element(preview.getByRole('status')).toMatchTextContent('这个主色太浅');
  expect(coloursOf()).toEqual([light, dark]);
});

test('uploads a logo, saves the group with its base time, and asks before another group replaces changes', async () => {
  await openAdmin('/settings');
  await expect.element(button('保存')).toBeDisabled();
  const logo = page.getByRole('group', { name: '标志' });
  const upload = (name: string) =>
    userEvent.upload(
      logo.element().querySelector('input[type=file]') as HTMLElement,
      new File(['picture'], name, { type: 'image/png' }),
    );
  answer('POST /admin/settings/uploadPicture', refuse(400, '图片过大，最多 5 MB'));
  await upload('40MB.png');
  await expect.element(logo.getByRole('alert')).toMatchTextContent('图片过大，最多 5 MB');
  const address = `/files/000000/ab/${'c'.repeat(38)}.webp#640x120`;
  answer('POST /admin/settings/uploadPicture', address);
  await upload('logo.png');
  const shown = page.getByRole('region', { name: '预览' }).getByRole('img', { name: '观澜' });
  await expect.element(shown.first()).toHaveAttribute('src', address.split('#')[0]);
  await expect.element(logo.getByRole('alert')).toBeEmptyDOMElement();
  expect(sent('POST /admin/settings/uploadPicture')).toMatchObject({ field: 'logo' });
  await field('网站名称').fill('钱塘财经');
  await page.getByRole('switch', { name: '暂停注册' }).click();
  const values = { ...site.values, name: '钱塘财经', logo: address, isClosed: true };
  const after: SettingGroup = {
    ...{ ...site, values, source: 'desk', updatedBy: null, updatedAt: '2026-11-23T00:00:00.000Z' },
  };
  answer('POST /admin/settings/save', after);
  answer('GET /admin/settings/list', listOf(after, mail));
  await button('保存').click();
  await expect.element(toastOf('已保存，马上生效')).toBeVisible();
  await expect.element(page.getByText('已离开的成员在 11-23 08:00 改过')).toBeVisible();
  await expect.element(button('保存')).toBeDisabled();
  expect(sent('POST /admin/settings/save')).toEqual({ group: 'site', base: null, values });
  await button('去掉标志').click();
  await page.getByRole('link', { name: '邮件', exact: true }).click();
  await dialog('有改动还没有保存').getByRole('button', { name: '继续编辑' }).click();
  await expect.element(field('网站名称')).toHaveValue('钱塘财经');
  await expect.element(button('上传标志')).toBeVisible();
  await page.getByRole('link', { name: '邮件', exact: true }).click();
  await button('不保存').click();
  await expect.element(page.getByRole('heading', { level: 2, name: '邮件' })).toBeVisible();
});

test('never shows a secret, tests typed values, shows refusals at their field, and resets to the environment', async () => {
  const server = field('邮件服务器');
  answer('POST /admin/settings/try', { isOk: false, message: '连不上邮件服务器：拒绝连接' });
  await openAdmin('/settings?group=mail');
  await expect.element(page.getByText('主编在 11-21 04:30 改过，以这里为准')).toBeVisible();
  await expect.element(page.getByText('已设置（末四位 7788），留空则不变。邮箱的授权码')).toBeVisible();
  await expect.element(page.getByText('还没有设置', { exact: true })).toBeVisible();
  await server.fill('smtp://127.0.0.1:9');
  await field('测试邮件的收件人').fill('me@example.cn');
  await button('试一试：发一封测试邮件').click();
  await expect.element(page.getByRole('status').getByText('连不上邮件服务器：拒绝连接')).toBeVisible();
  const values = { provider: 'smtp', server: 'smtp://127.0.0.1:9', password: '', key: '' };
  expect(sent('POST /admin/settings/try')).toEqual({ group: 'mail', values, to: 'me@example.cn' });
  await server.fill('smtp');
  await expect.element(page.getByText('连不上邮件服务器')).not.toBeInTheDocument();
  answer('POST /admin/settings/try', refuse(400, '邮件服务器不正确', 'values.server'));
  await button('试一试：发一封测试邮件').click();
  await expect.element(page.getByText('邮件服务器不正确')).toBeVisible();
  await expect.element(server).toHaveAttribute('aria-invalid', 'true');
  answer('POST /admin/settings/save', refuse(400, '邮件服务器应为 smtp:// 开头的地址', 'values.server'));
  await page.getByLabelText('密码', { exact: true }).fill('my-new-secret');
  await button('保存').click();
  await expect.element(page.getByText('邮件服务器应为 smtp:// 开头的地址')).toBeVisible();
  await expect.element(server).toHaveValue('smtp');
  const after = {
    ...mail,
    values: { ...mail.values, server: 'smtp' },
    updatedAt: '2026-11-23T00:00:00.000Z',
  };
  answer('POST /admin/settings/save', after);
  answer('GET /admin/settings/list', listOf(site, after));
  await button('保存').click();
  await expect.element(page.getByText('主编在 11-23 08:00 改过')).toBeVisible();
  await expect.element(page.getByLabelText('密码', { exact: true })).toHaveValue('');
  expect(sent('POST /admin/settings/save')).toEqual({
    group: 'mail',
    base: mail.updatedAt,
    values: { ...values, server: 'smtp', password: 'my-new-secret' },
  });
  await page.getByRole('radiogroup', { name: '发送方式' }).getByRole('radio', { name: '不发送' }).click();
  await expect.element(server).not.toBeInTheDocument();
  await expect.element(page.getByText('测试邮件的收件人')).not.toBeInTheDocument();
  const original: SettingGroup = {
    ...mail,
    values: { ...mail.values, server: 'smtps://env.example.cn' },
    ...{ source: 'environment', updatedBy: null, updatedAt: null },
  };
  answer('POST /admin/settings/reset', original);
  await button('恢复环境变量的设置').click();
  answer('GET /admin/settings/list', listOf(site, original));
  await dialog('不用后台的设置').getByRole('button', { name: '恢复', exact: true }).click();
  await expect.element(server).toHaveValue('smtps://env.example.cn');
  await expect.element(button('恢复环境变量的设置')).not.toBeInTheDocument();
  expect(sent('POST /admin/settings/reset')).toEqual({ group: 'mail' });
});
