import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dayMs, dayOf } from '#shared/dates.ts';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, openAdmin } from '#testing/browser/open-admin.ts';
import { goLiveItems, type Start } from '../schema.ts';

const start = (changes: Partial<Start> = {}): Start => ({
  guide: null,
  goLive: null,
  drafts: [],
  returned: [],
  scheduled: [],
  waiting: [],
  work: [],
  ...changes,
});
const days = Array.from({ length: 60 }, (_, at) => dayOf(new Date(Date.now() - (59 - at) * dayMs)));
const region = (name: string) => page.getByRole('region', { name });
const at = '2026-11-20T08:00:00+08:00';

beforeEach(() => {
  answer('GET /admin/start', start());
  const even = { today: 1, yesterday: 2, average: 3 };
  answer('GET /admin/analytics/today', {
    day: days[59] ?? '',
    asOf: at,
    views: even,
    readers: even,
    registrations: even,
    top: [],
  });
  answer('GET /admin/analytics/trend', {
    scope: 'site',
    key: '',
    title: '全站',
    from: days[0] ?? '',
    to: days[59] ?? '',
    // 30 days of 10 views, then 30 days of 12.
    days: days.map((day, place) => ({ day, views: place < 30 ? 10 : 12, readers: 5, registrations: 0 })),
  });
  answer('GET /admin/order/revenue', {
    days: days.map((day, place) => ({
      day,
      orders: 1,
      amount: place < 30 ? 2000 : 1000,
      vip: 0,
      column: 0,
      post: 0,
      refunded: 0,
    })),
  });
});

test('shows waiting items, running work and the month', { tags: ['strict'] }, async () => {
  answer(
    'GET /admin/start',
    start({
      drafts: [
        { id: '7', title: '长'.repeat(100), updatedAt: at },
        { id: '6', title: '', updatedAt: at },
      ],
      returned: [
        {
          id: '9',
          title: '铜价',
          state: 'changes',
          note: '数字对一下。',
          decidedBy: '沈观潮',
          decidedAt: at,
        },
        { id: '10', title: '铝价', state: 'rejected', note: '不合适。', decidedBy: null, decidedAt: at },
      ],
      scheduled: [{ id: '8', title: '明早见', publishedAt: at }],
      waiting: [
        { name: 'refunds', count: 2 },
        { name: 'reviews', count: 100 },
      ],
      work: [
        { name: 'transfers', what: '导入 旧站.xml', state: 'running', done: 3, total: 10, error: '', at },
        { name: 'jobs', what: 'bills-reconcile', state: 'failed', done: 0, total: null, error: '连不上', at },
        { name: 'index', what: '重建搜索索引', state: 'running', done: 420, total: 1000, error: '', at },
        { name: 'scans', what: '查泄漏', state: 'running', done: 5, total: null, error: '', at },
      ],
    }),
  );
  await openAdmin('/');
  await expect
    .element(region('等着我的').getByRole('link', { name: '2 退款申请' }))
    .toHaveAttribute('href', '/admin/refunds');
  await expect.element(region('等着我的').getByRole('link', { name: '100+ 待审核' })).toBeVisible();
  await expect
    .element(region('等着我的').getByRole('link', { name: '无标题' }))
    .toHaveAttribute('href', '/admin/posts/6');
  await expect.element(region('等着我的')).toMatchTextContent('明早见11-20 08:00');
  await expect.element(region('等着我的')).toMatchTextContent('铜价11-20 08:00沈观潮要求修改：数字对一下。');
  await expect.element(region('等着我的')).toMatchTextContent('审核员退回：不合适。');
  const work = region('后台的工作');
  const progressOf = (what: string) => work.getByRole('progressbar', { name: `${what}的进度` });
  await expect.element(progressOf('导入 旧站.xml')).toHaveAttribute('aria-valuenow', '30');
  await expect.element(progressOf('重建搜索索引')).toHaveAttribute('aria-valuenow', '42');
  await expect.element(work).toMatchTextContent('失败定时任务 bills-reconcile连不上');
  await expect.element(work).toMatchTextContent('查泄漏已处理 5');
  await expect.element(region('近 30 天')).toMatchTextContent('阅读360较上个 30 天 +20.0%');
  await expect.element(region('近 30 天')).toMatchTextContent('新注册0上个 30 天没有');
  await expect.element(region('近 30 天')).toMatchTextContent('销售额¥300较上个 30 天 -50.0%');
  await expectWellMade();
});

test('fetches no figures without permission, and says that nothing waits', async () => {
  await openAdmin('/', { permissions: ['orders.view'] });
  await expect.element(region('等着我的')).toMatchTextContent('没有等着处理的事');
  await expect.element(region('后台的工作')).not.toBeInTheDocument();
  await expect.element(region('近 30 天')).toMatchTextContent('销售额');
  await expect.element(region('近 30 天')).not.toMatchTextContent('读者');
  expect(callsTo('GET /admin/analytics/trend')).toEqual([]);
  await expect.element(page.getByText('今日一览')).not.toBeInTheDocument();
});

test('leads through the guide and the go-live list, ticks items and takes ticks back', async () => {
  const isStepDone = { name: true, columns: false, write: false, publish: false, read: false };
  const steps = Object.entries(isStepDone).map(([step, isDone]) => ({ step: step as 'name', isDone }));
  answer('GET /admin/start', start({ guide: { steps, published: null, draftId: null } }));
  answer('POST /admin/start/step', networkError());
  const items = goLiveItems.map((item) => ({ item, state: 'open' as const }));
  let switchedBy: string | null = null;
  const answerGoLive = () => {
    const backup = callsTo('POST /admin/start/goLive').length === 1 ? 'ticked' : 'open';
    return start({
      goLive: {
        items: items.map((one) => {
          if (one.item === 'domain') return { ...one, state: 'set' };
          return one.item === 'backup' ? { ...one, state: backup } : one;
        }),
        switchedBy,
      },
    });
  };
  answer('POST /admin/start/goLive', true);
  await openAdmin('/');
  const guide = region('从空站到第一篇');
  await expect.element(guide).toMatchTextContent('1 / 5');
  await expect.element(guide.getByRole('button', { name: '看栏目' })).toBeVisible();
  await expect.element(guide.getByRole('button', { name: '写第一篇' })).toBeVisible();
  // Done, or nothing to publish and to read yet.
  for (const name of ['去设置', '接着写', '打开看看'])
    await expect.element(guide.getByRole('button', { name })).not.toBeInTheDocument();
  await button('收起引导').click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('网络连接错误！');
  await page.getByRole('alertdialog').getByRole('button').click();
  answer('POST /admin/start/step', () => {
    answer('GET /admin/start', answerGoLive);
    return true;
  });
  await button('收起引导').click();
  await expect.element(guide).not.toBeInTheDocument();
  expect(callsTo('POST /admin/start/step').at(-1)?.body).toEqual({ step: 'dismissed' });
  await expect.element(region('上线清单')).toMatchTextContent('1 / 8');
  await expect.element(button('域名：试一试')).toBeVisible();
  await expect.element(button('支付：不需要')).toBeVisible();
  await expectWellMade();
  await button('备份：已完成').click();
  await button('备份：取消勾选').click();
  await expect.element(button('备份：已完成')).toBeVisible();
  expect(callsTo('POST /admin/start/goLive').map(({ body }) => body)).toEqual([
    { item: 'backup', isTicked: true },
    { item: 'backup', isTicked: false },
  ]);
  answer('POST /admin/start/live', refuse(409, '还不能切换：请填写网站地址'));
  await button('切换到正式模式').click();
  await page.getByRole('dialog').getByRole('button', { name: '切换并重新启动' }).click();
  await expect.element(page.getByText('还不能切换：请填写网站地址')).toBeVisible();
  await button('确定').click();
  switchedBy = '“潮声”（租户 000000）';
  await button('备份：已完成').click();
  await expect.element(region('上线清单')).toMatchTextContent('由“潮声”（租户 000000）的管理员');
  await expect.element(button('切换到正式模式')).not.toBeInTheDocument();
  answer('GET /admin/settings/list', networkError());
  await button('短信：去设置').click();
  await expect.poll(() => location.search).toBe('?group=sms');
});
