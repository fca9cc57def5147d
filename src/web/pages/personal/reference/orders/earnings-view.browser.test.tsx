import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { behindMask } from '#testing/browser/loading-mask.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, writerProfile } from '#testing/browser/personal.ts';
import { alertOf, button, field } from '#testing/browser/sign-in.ts';

test('an author downloads the lines of the account, and a refusal is shown in place', async () => {
  logInWithProfile();
  answer('GET /internalReference/profile', writerProfile);
  answer('GET /member/getIncome', {
    ...{ isAuthor: true, balance: 700, settling: 0, available: 700, paidOut: 0, least: 10_000 },
    ...{ sharePercent: 70, open: null },
  });
  answer('GET /member/incomeLines', { records: [], cursor: null });
  answer('GET /member/exportIncome', refuse(429, '一小时最多导出 10 次，请稍后再试'));
  await openSite('/personal/reference?shelf=order&view=lines');
  await button('导出 CSV').click();
  await expect.element(alertOf('一小时最多导出 10 次，请稍后再试')).toBeVisible();
});

test('a withdrawal is checked in the form, and the loading mask covers the page while it is requested', async () => {
  logInWithProfile();
  answer('GET /internalReference/profile', writerProfile);
  answer('GET /member/getIncome', {
    isAuthor: true,
    balance: 25_000,
    settling: 5000,
    available: 20_000,
    paidOut: 0,
    least: 10_000,
    sharePercent: 70,
    open: null,
  });
  answer('GET /member/sales', { records: [], cursor: null });
  answer('POST /member/requestWithdrawal', behindMask({ id: '1' }));
  await openSite('/personal/reference?shelf=order');
  await button('申请提现').click();
  const send = page.getByRole('dialog').getByRole('button', { name: '申请提现' });
  await field('金额（元）').fill('300');
  await send.click();
  await expect.element(alertOf('最多 ¥200')).toBeVisible();
  await expect.element(alertOf('请写清收款人')).toBeVisible();
  expect(callsTo('POST /member/requestWithdrawal')).toEqual([]);
  await field('金额（元）').fill('150.5');
  await field('收款账户').fill('张三，招商银行上海分行');
  await send.click();
  await expect.element(page.getByText('提现已申请，审核后打款')).toBeVisible();
  expect(callsTo('POST /member/requestWithdrawal').at(-1)?.body).toEqual({
    amount: 15_050,
    payee: '张三，招商银行上海分行',
  });
});
