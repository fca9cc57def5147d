import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { openAdmin } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const at = '2026-11-20T08:00:00+08:00';

beforeEach(() => {
  answer('GET /admin/settings/list', { siteMode: 'demo', hasWechatSandbox: false, groups: [] });
  answer('GET /admin/engine/states', [
    { engine: 'baidu', isOn: true, waiting: 12, retryAt: '2026-11-21T00:00:00+08:00', remaining: 0 },
    { engine: 'indexnow', isOn: false, waiting: 0, retryAt: null, remaining: null },
  ]);
  const address = `https://news.example.cn/5/detail?id=7&${'x'.repeat(300)}`;
  answer('GET /admin/engine/pushes', {
    records: [
      {
        id: '2',
        engine: 'baidu',
        count: 30,
        address,
        isTaken: false,
        answer: '今天的推送额度用完了',
        pushedAt: at,
      },
      { id: '1', engine: 'indexnow', count: 1, address, isTaken: true, answer: '收下 1 条', pushedAt: at },
    ],
    cursor: null,
  });
});

test.for(widths)('shows what waits and what was answered, %i px wide', async (width) => {
  await page.viewport(width, 900);
  await openAdmin('/settings?group=engines');
  await expect.element(page.getByText(/12 条等待推送，.*再推/)).toBeVisible();
  await expect.element(page.getByText('没有打开')).toBeVisible();
  await expect.element(page.getByText('今天的推送额度用完了')).toBeVisible();
  await expect.element(page.getByText(/等 30 条/)).toBeVisible();
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('pushes a line again', async () => {
  await page.viewport(1440, 900);
  answer('POST /admin/engine/repush', true);
  await openAdmin('/settings?group=engines');
  await userEvent.click(page.getByRole('button', { name: /重新推送/ }).first());
  await expect.poll(() => callsTo('POST /admin/engine/repush')).toHaveLength(1);
});
