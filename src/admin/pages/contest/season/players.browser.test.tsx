import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdminPlayer, AdminSeason, Recompute } from '#features/contest/admin/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const season: AdminSeason = {
  id: '5',
  mark: 'first',
  name: '冬季赛',
  startsOn: '2026-11-02',
  endsOn: '2027-02-26',
  state: 'running',
  isOpen: true,
  forWhom: 'member',
  startingCash: 100_000_000,
  players: 2,
  disqualified: 1,
  clearedOn: '2026-11-20',
  boards: ['main'],
  withSt: false,
  positionCapBp: 4000,
  commissionPpm: 250,
  commissionLeast: 500,
  indexCode: null,
  delayDays: 1,
  prizes: '',
  rules: '',
};
const player = (id: string, name: string, changes: Partial<AdminPlayer> = {}): AdminPlayer => ({
  id,
  memberId: `8${id}`,
  name,
  mobile: '138****0000',
  joinedAt: '2026-11-02T08:00:00+08:00',
  place: 1,
  returnPpm: 123_456,
  assets: 112_345_600,
  orders: 12,
  disqualifiedAt: null,
  reason: '',
  ...changes,
});
const out = player('2', '追风', {
  place: null,
  disqualifiedAt: '2026-11-19T09:00:00+08:00',
  reason: '一人多号',
});
const recompute = (id: string, changes: Partial<Recompute> = {}): Recompute => ({
  id,
  state: 'done',
  players: 2,
  entries: 31_234,
  differenceCount: 0,
  error: '',
  createdBy: '沈观潮',
  createdAt: '2026-11-20T18:00:00+08:00',
  startedAt: '2026-11-20T18:00:01+08:00',
  endedAt: '2026-11-20T18:00:31+08:00',
  ...changes,
});
const lastQuery = () => callsTo('GET /admin/contest/players').at(-1)?.query;
const reason = () => page.getByRole('textbox', { name: '原因' });

beforeEach(() => {
  answer('GET /admin/contest/season', season);
  answer('GET /admin/contest/players', { records: [player('1', '听潮'), out], cursor: null });
  answer('GET /admin/contest/recomputes', [recompute('1')]);
});

test.for(widths)('lists players, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/contest/players', {
    records: [player('1', '长'.repeat(30)), { ...out, reason: '长'.repeat(200) }],
    cursor: null,
  });
  await openAdmin('/contest/5?tab=players');
  await expect.element(row('追风')).toMatchTextContent('取消资格');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('shows assets, return and the reason of a disqualification, and links to the player and the member', async () => {
  await openAdmin('/contest/5?tab=players');
  await expect.element(row('听潮')).toMatchTextContent('1,123,456.00');
  await expect.element(row('听潮')).toMatchTextContent('+12.35%');
  await expect.element(row('追风')).toMatchTextContent('一人多号');
  await expect
    .element(page.getByRole('link', { name: '选手 1' }))
    .toHaveAttribute('href', '/gszb/player?id=1');
  await expect
    .element(row('听潮').getByRole('link', { name: '138****0000' }))
    .toHaveAttribute('href', '/admin/members?keyword=81');
});

test('hides the members from staff without permission to see them', async () => {
  await openAdmin('/contest/5?tab=players', { permissions: ['contest.manage'] });
  await expect.element(row('听潮')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '138****0000' })).not.toBeInTheDocument();
});

test('filters ranked and disqualified players, and searches by name', async () => {
  answer('GET /admin/contest/players', { records: [], cursor: null });
  await openAdmin('/contest/5?tab=players');
  await expect.element(page.getByText('还没有人报名')).toBeVisible();
  await tab('按名次').click();
  await expect.element(page.getByText('还没有名次')).toBeVisible();
  expect(lastQuery()).toMatchObject({ seasonId: '5', show: 'ranked' });
  await tab('取消资格').click();
  await expect.element(page.getByText('没有人被取消资格')).toBeVisible();
  await page.getByRole('searchbox', { name: '找选手' }).fill('听');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有符合条件的选手')).toBeVisible();
  expect(lastQuery()).toMatchObject({ show: 'out', keyword: '听' });
  expect(location.search).toContain('tab=players');
});

test('disqualifies a player with a reason, and keeps the typed reason after an error', async () => {
  answer('POST /admin/contest/disqualify', refuse(409, '听潮已经被取消资格'));
  await openAdmin('/contest/5?tab=players');
  await button('取消资格听潮').click();
  await expect.element(dialog('取消“听潮”的资格？')).toMatchTextContent('没有成交的委托全部撤销');
  await dialog().getByRole('button', { name: '取消资格' }).click();
  await expect.element(dialog().getByText('请填写原因')).toBeVisible();
  await reason().fill('对敲');
  await dialog().getByRole('button', { name: '取消资格' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('听潮已经被取消资格');
  await expect.element(reason()).toHaveValue('对敲');
  answer('POST /admin/contest/disqualify', true);
  await dialog().getByRole('button', { name: '取消资格' }).click();
  await expect.element(toastOf('听潮 已被取消资格')).toBeVisible();
  expect(callsTo('POST /admin/contest/disqualify').at(-1)?.body).toEqual({ playerId: '1', reason: '对敲' });
});

test('reinstates a disqualified player', async () => {
  answer('POST /admin/contest/reinstate', true);
  await openAdmin('/contest/5?tab=players');
  await button('恢复资格追风').click();
  await reason().fill('查明不是');
  await dialog('恢复“追风”的资格？').getByRole('button', { name: '恢复资格' }).click();
  await expect.element(toastOf('追风 已恢复资格')).toBeVisible();
  expect(callsTo('POST /admin/contest/reinstate').at(-1)?.body).toEqual({
    playerId: '2',
    reason: '查明不是',
  });
});

test('starts a recompute and polls until it is finished', async () => {
  answer('GET /admin/contest/recomputes', []);
  answer('POST /admin/contest/recompute', () => {
    answer('GET /admin/contest/recomputes', [recompute('1', { state: 'running', endedAt: null })]);
    return recompute('1', { state: 'queued' });
  });
  await openAdmin('/contest/5?tab=recompute');
  await expect.element(page.getByText('还没有复算过')).toBeVisible();
  await button('开始复算').click();
  await expect.element(row('沈观潮')).toMatchTextContent('进行中');
  await expect.element(button('开始复算')).toBeDisabled();
  answer('GET /admin/contest/recomputes', [recompute('1')]);
  await expect.element(row('沈观潮')).toMatchTextContent('完全一致');
  await expect.element(row('沈观潮')).toMatchTextContent('31,234');
  await expect.element(row('沈观潮')).toMatchTextContent('30 秒');
  await expect.element(button('开始复算')).toBeEnabled();
  expect(callsTo('POST /admin/contest/recompute').at(-1)?.body).toEqual({ seasonId: '5' });
});

test('shows why recomputes failed to load, and why one could not start', async () => {
  answer('GET /admin/contest/recomputes', networkError());
  answer('POST /admin/contest/recompute', refuse(409, '这个赛季正在复算'));
  await openAdmin('/contest/5?tab=recompute');
  await expect.element(page.getByText('没有取到复算记录')).toBeVisible();
  answer('GET /admin/contest/recomputes', [recompute('1', { state: 'failed', error: '算到一半停了' })]);
  await button('重试').click();
  await expect.element(row('没有算完')).toMatchTextContent('算到一半停了');
  await button('开始复算').click();
  await expect.element(page.getByText('这个赛季正在复算')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
});

test.for(widths)('shows the differences found by a recompute, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const found = recompute('3', { differenceCount: 102 });
  answer('GET /admin/contest/recomputes', [found]);
  answer('GET /admin/contest/recompute', {
    ...found,
    differences: [
      { playerId: '1', name: '长'.repeat(30), what: '可用资金', kept: '100', rebuilt: '1000000' },
      { playerId: '1', name: '听潮', what: '冻结资金', kept: '1', rebuilt: '0' },
    ],
  });
  await openAdmin('/contest/5?tab=recompute');
  await expect.element(row('102 处不一致')).toBeVisible();
  await expectAccessible();
  await button('看哪里不一致').click();
  await expect.element(dialog('不一致的地方').getByRole('row').filter({ hasText: '可用资金' })).toBeVisible();
  await expect.element(dialog().getByText('还有 100 处没有列出。')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});
