import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { behindMask } from '#testing/browser/loading-mask.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, writerProfile } from '#testing/browser/personal.ts';
import { alertOf, button, field } from '#testing/browser/sign-in.ts';

test('an author reads the statement on a phone too, downloads it and requests a withdrawal', {
  tags: ['strict'],
}, async () => {
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
  answer('GET /member/incomeMonths', [
    {
      ...{ month: '2026-11', sales: 12_345, earned: 123_456_789, refunded: 12_345_678 },
      ...{ withdrawn: 98_765_432, balance: 1_234_567_890 },
    },
  ]);
  answer('GET /member/incomeLines', { records: [], cursor: null });
  answer('GET /member/exportIncome', refuse(429, '一小时最多导出 10 次，请稍后再试'));
  answer('GET /member/sales', { records: [], cursor: null });
  await openSite('/personal/reference?shelf=order&view=months');
  const statement = page.getByRole('table', { name: '月结单' });
  await expect.element(statement).toMatchTextContent('2026 年 11 月');
  await expectWellMade();
  await page.viewport(360, 740);
  const cells = statement.getByRole('cell').elements();
  expect(cells.map(({ textContent }) => textContent)).toHaveLength(6);
  for (const cell of cells) {
    const { left, right } = cell.getBoundingClientRect();
    expect([left >= 0, right <= 360], cell.textContent ?? '').toEqual([true, true]);
    // Neither is its text cut off.
    expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
  }
  // The heads of the columns are hidden, so each figure repeats its own.
  expect(cells.slice(1).map((cell) => getComputedStyle(cell, '::before').content)).toEqual(
    ['售出', '收入', '退款', '提现', '月末余额'].map((name) => `"${name}"`),
  );
  await page.viewport(1440, 900);

  await page.getByRole('link', { name: '收支明细' }).click();
  await expect.element(page.getByText('还没有收支。')).toBeVisible();
  await button('导出 CSV').click();
  await expect.element(alertOf('一小时最多导出 10 次，请稍后再试')).toBeVisible();

  answer('POST /member/requestWithdrawal', behindMask({ id: '1' }));
  await button('申请提现').click();
  const send = page.getByRole('dialog').getByRole('button', { name: '申请提现' });
  await field('金额（元）').fill('300');
  await send.click();
  await expect.element(alertOf('最多 ¥200')).toBeVisible();
  await expect.element(alertOf('请写清收款人')).toBeVisible();
  expect(callsTo('POST /member/requestWithdrawal')).toEqual([]);
  await field('金额（元）').fill('150.5');
  await field('收款账户').fill(' 张三，招商银行上海分行 ');
  await send.click();
  await expect.element(page.getByText('提现已申请，审核后打款')).toBeVisible();
  expect(callsTo('POST /member/requestWithdrawal').at(-1)?.body).toEqual({
    amount: 15_050,
    payee: '张三，招商银行上海分行',
  });
});
