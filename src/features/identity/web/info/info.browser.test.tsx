import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { behindMask } from '#testing/browser/loading-mask.ts';
import { currentAddress, newMember, openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile } from '#testing/browser/personal.ts';
import { alertOf, answerCodes, answerLoginPage, button, field } from '#testing/browser/sign-in.ts';

const row = (name: string) => page.getByRole('group', { name, exact: true });
const toast = (text: string) =>
  page.getByRole('region', { name: '提示' }).getByRole('listitem').filter({ hasText: text });
const stored = () => JSON.parse(localStorage.getItem('token') ?? '{}').value;

test('the name is checked, saved and shown everywhere at once, and the focus returns', async () => {
  const profile = logInWithProfile();
  await openSite('/personal/info');
  await button('修改昵称').click();
  await expect.element(field('新昵称')).toHaveFocus();
  await field('新昵称').fill('潮'.repeat(21));
  await button('保存').click();
  await expect.element(alertOf('昵称最多 20 个字，多了 1 个')).toBeVisible();
  expect(callsTo('POST /member/updateProfile')).toEqual([]);
  answer('POST /member/updateProfile', refuse(400, '昵称不能为空'));
  await field('新昵称').fill('\u200b\u200b');
  await button('保存').click();
  await expect.element(alertOf('昵称不能为空')).toBeVisible();
  answer('POST /member/updateProfile', networkError());
  await field('新昵称').fill('正着写');
  await button('保存').click();
  await expect.element(alertOf('网络连接错误！')).toBeVisible();
  await field('新昵称').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(row('昵称')).toMatchTextContent('听潮客');
  await expect.element(button('修改昵称')).toHaveFocus();

  answer('POST /member/updateProfile', ({ body }) => ({ ...profile, name: body.name }));
  await button('修改昵称').click();
  await field('新昵称').fill('看潮的𠮷👩‍🚀');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('昵称已修改')).toBeVisible();
  await expect.element(row('昵称')).toMatchTextContent('看潮的𠮷👩‍🚀');
  await expect.element(button('修改昵称')).toHaveFocus();
  expect(stored()).toMatchObject({ user: { name: '看潮的𠮷👩‍🚀' } });
  await expect
    .element(page.getByRole('complementary', { name: '个人中心' }))
    .toMatchTextContent('看潮的𠮷👩‍🚀');
});

test('a picture is refused if it cannot be one, and changes only after the server has accepted it', async () => {
  const dialog = () => page.getByRole('dialog', { name: '更换头像' });
  const choose = (bytes: BlobPart) => {
    const input = document.querySelector<HTMLInputElement>('dialog input[type=file]');
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'a.png', { type: 'image/png' }));
    if (!input) throw new Error('there is no file field');
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const drawPng = async (width: number, height: number): Promise<Uint8Array<ArrayBuffer>> => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#c2371c';
    context?.fillRect(0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());
  };
  logInWithProfile();
  await openSite('/personal/info');
  await button('更换头像').click();
  choose('not a picture');
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('只能用 PNG、JPEG、WebP 或 GIF 图片');
  choose(new Uint8Array(5 * 1024 * 1024 + 1));
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('超过了 5 MB');
  choose((await drawPng(640, 400)).slice(0, 40));
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('打不开');
  choose(await drawPng(640, 400));
  await dialog().getByRole('slider', { name: '缩放' }).fill('2');
  await expectWellMade();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button('更换头像')).toHaveFocus();

  answer('POST /member/uploadAvatar', refuse(400, '图片已损坏，请换一张'));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([await drawPng(80, 80)], 'a.png', { type: 'image/png' }));
  row('头像')
    .element()
    .querySelector('span[class*="avatar"]')
    ?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  await dialog().getByRole('button', { name: '保存头像' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('图片已损坏，请换一张');
  answer('POST /member/uploadAvatar', behindMask({ avatar: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }));
  await dialog().getByRole('button', { name: '换一张' }).click();
  await expect.element(dialog().getByText('把图片拖到这里')).toBeVisible();
  choose(await drawPng(80, 80));
  await dialog().getByRole('button', { name: '保存头像' }).click();
  await expect.element(toast('头像已更换')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(stored()).toMatchObject({ user: { avatar: expect.stringContaining('R0lGOD') } });
});

test('the mobile number changes with codes for both numbers, and an address is bound with a code', {
  tags: ['strict'],
}, async () => {
  const profile = logInWithProfile();
  answerCodes();
  const { mobile } = newMember();
  answer('POST /member/changeMobile', refuse(400, '验证码不正确', 'value'));
  await openSite('/personal/info');
  await button('更换手机号').first().click();
  const form = page.getByRole('form', { name: '更换手机号' });
  const save = form.getByRole('button', { name: '更换手机号' });
  await save.click();
  await expect.element(alertOf('请填写短信验证码').first()).toBeVisible();
  expect(callsTo('POST /member/changeMobile')).toEqual([]);
  await form.getByRole('button', { name: '获取验证码' }).first().click();
  await field(/^原手机号/).fill('111111');
  await field('新手机号').first().fill(mobile);
  await field('新手机号的验证码').fill('222222');
  await save.click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('验证码不正确');
  await expectAccessible();
  answer('POST /member/changeMobile', () => ({ ...profile, mobile: '137****9999' }));
  await save.click();
  await expect.element(toast('手机号已更换')).toBeVisible();
  await expect.element(row('手机号')).toMatchTextContent('137****9999');
  expect(callsTo('POST /member/changeMobile').at(-1)?.body).toMatchObject({
    oldValue: '111111',
    phone: mobile,
    value: '222222',
  });

  answer('POST /member/sendMailCode', { expiresIn: 300, retryAfter: 0 });
  answer('POST /member/changeEmail', () => ({ ...profile, email: 'k***@example.cn' }));
  await button('绑定邮箱').click();
  await field('邮箱').fill('不是邮箱');
  await button('获取验证码').click();
  await expect.element(alertOf('邮箱不正确')).toBeVisible();
  expect(callsTo('POST /member/sendMailCode')).toEqual([]);
  await field('邮箱').fill('kan@example.cn');
  await button('获取验证码').click();
  await field('邮件验证码').fill('123456');
  await button('保存').click();
  await expect.element(toast('邮箱已绑定')).toBeVisible();
  await expect.element(row('邮箱')).toMatchTextContent('k***@example.cn');
});

test('an account with only an address changes it with a code to the old one, and binds a number where one is needed', async () => {
  const profile = logInWithProfile({ mobile: '', email: 'a***@example.cn', hasPassword: false });
  answerCodes();
  const { mobile } = newMember();
  answer('POST /member/changeEmail', () => ({ ...profile, email: 'k***@example.cn' }));
  answer('POST /member/changeMobile', () => ({ ...profile, mobile: '137****9999' }));
  await openSite(`/personal/info?returnTo=${encodeURIComponent('/agreement?kind=privacy')}`);
  await expect.element(row('手机号')).toMatchTextContent('未绑定');
  const form = page.getByRole('form', { name: '绑定手机号' });
  await form.getByRole('button', { name: '获取验证码' }).first().click();
  await expect.element(form.getByRole('status')).toMatchTextContent('验证码已发往 a***@example.cn');

  await button('更换邮箱').click();
  const mailForm = page.getByRole('form', { name: /邮箱/ });
  await mailForm.getByRole('textbox', { name: /^邮箱$/ }).fill('kan@example.cn');
  await mailForm.getByRole('textbox', { name: '邮件验证码' }).fill('123456');
  await mailForm.getByRole('button', { name: '保存' }).click();
  await expect.element(mailForm.getByRole('alert').filter({ hasText: '请填写邮件验证码' })).toBeVisible();
  await mailForm.getByRole('textbox', { name: /^原邮箱/ }).fill('654321');
  await mailForm.getByRole('button', { name: '保存' }).click();
  await expect.element(row('邮箱')).toMatchTextContent('k***@example.cn');
  expect(callsTo('POST /member/changeEmail')).toMatchObject([
    { body: { email: 'kan@example.cn', oldValue: '654321', value: '123456' } },
  ]);

  await field(/^邮箱 k\*\*\*@example.cn 的验证码/).fill('111111');
  await field(/^手机号$/).fill(mobile);
  await field('手机号的验证码').fill('222222');
  answerLoginPage();
  await form.getByRole('button', { name: '绑定手机号' }).click();
  await expect.poll(currentAddress).toBe('/agreement?kind=privacy');
  expect(callsTo('POST /member/changeMobile')).toMatchObject([
    { body: { oldValue: '111111', phone: mobile, value: '222222' } },
  ]);
});
