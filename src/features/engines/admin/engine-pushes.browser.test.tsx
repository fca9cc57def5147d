import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { button, openAdmin, row } from '#testing/browser/open-admin.ts';

test('shows what waits for the engines and what they answered, and pushes a line again', {
  tags: ['strict'],
}, async () => {
  const at = '2026-11-20T08:00:00+08:00';
  const address = `https://news.example.cn/5/detail?id=7&${'x'.repeat(300)}`;
  const push = { engine: 'indexnow' as const, count: 1, address, isTaken: true, pushedAt: at };
  answer('GET /admin/settings/list', { siteMode: 'demo', hasWechatSandbox: false, groups: [] });
  answer('GET /admin/engine/states', [
    { engine: 'baidu', isOn: true, waiting: 12, retryAt: '2026-11-21T00:00:00+08:00', remaining: 0 },
    { engine: 'indexnow', isOn: false, waiting: 0, retryAt: null, remaining: null },
  ]);
  answer('GET /admin/engine/pushes', {
    records: [
      { ...push, id: '2', engine: 'baidu', count: 30, isTaken: false, answer: '今天的推送额度用完了' },
      { ...push, id: '1', answer: '收下 1 条' },
    ],
    cursor: null,
  });
  answer('POST /admin/engine/repush', true);
  await openAdmin('/settings?group=engines');
  await expect.element(page.getByText('12 条等待推送，11-21 00:00 再推', { exact: true })).toBeVisible();
  await expect.element(page.getByText('没有打开')).toBeVisible();
  await expect.element(row('今天的推送额度用完了')).toMatchTextContent('等 30 条没有收');
  await expect.element(row('收下 1 条')).toMatchTextContent('IndexNow');
  await expectWellMade();
  await button('重新推送推送 1').click();
  await expect.poll(() => callsTo('POST /admin/engine/repush').at(-1)?.body).toEqual({ id: '1' });
});
