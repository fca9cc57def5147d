import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminPlayer, AdminSeason, Recompute } from '../../manage/schema.ts';

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

test('lists players with their results, and links to them', { tags: ['strict'] }, async () => {
  answer('GET /admin/contest/players', {
    records: [player('1', '听潮'), { ...out, name: '长'.repeat(30), reason: '长'.repeat(200) }],
    cursor: null,
  });
  await openAdmin('/contest/5?tab=players');
  await expect.element(row('听潮')).toMatchTextContent('1,123,456.00');
  await expect.element(row('听潮')).toMatchTextContent('+12.35%');
  await expect.element(row('长长')).toMatchTextContent('取消资格');
  await expect
    .element(page.getByRole('link', { name: '选手 1' }))
    .toHaveAttribute('href', '/gszb/player?id=1');
  await expect
    .element(row('听潮').getByRole('link', { name: '138****0000' }))
    .toHaveAttribute('href', '/admin/members?keyword=81');
  await expectWellMade();
});

test('hides members without the permission, and links to no player of a season that is not public', async () => {
  answer('GET /admin/contest/season', { ...season, isOpen: false });
  await openAdmin('/contest/5?tab=players', { permissions: ['contest.manage'] });
  await expect.element(row('听潮')).toMatchTextContent('选手 1');
  await expect.element(row('听潮').getByRole('link')).not.toBeInTheDocument();
});

test('disqualifies and reinstates players with a reason, and filters them', async () => {
  answer('POST /admin/contest/disqualify', refuse(409, '听潮已经被取消资格'));
  answer('POST /admin/contest/reinstate', true);
  await openAdmin('/contest/5?tab=players&cursor=c2&page=2');
  await expect.element(row('追风')).toMatchTextContent('一人多号');
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
  await button('恢复资格追风').click();
  await reason().fill('查明不是');
  await dialog('恢复“追风”的资格？').getByRole('button', { name: '恢复资格' }).click();
  await expect.element(toastOf('追风 已恢复资格')).toBeVisible();
  expect(callsTo('POST /admin/contest/reinstate').at(-1)?.body).toEqual({
    playerId: '2',
    reason: '查明不是',
  });
  answer('GET /admin/contest/players', { records: [], cursor: null });
  await tab('按名次').click();
  await expect.element(page.getByText('还没有名次')).toBeVisible();
  expect(lastQuery()).toEqual({ seasonId: '5', show: 'ranked', size: '20' });
  await tab('取消资格').click();
  await expect.element(page.getByText('没有人被取消资格')).toBeVisible();
  await tab('全部').click();
  await expect.element(page.getByText('还没有人报名')).toBeVisible();
  await page.getByRole('searchbox', { name: '找选手' }).fill('听');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有符合条件的选手')).toBeVisible();
  expect(lastQuery()).toEqual({ seasonId: '5', keyword: '听', size: '20' });
  expect(location.search).toContain('tab=players');
});

test('starts a recompute, polls until it is finished, and shows the differences it found', async () => {
  const failed = recompute('1', { state: 'failed', error: '算到一半停了', createdBy: '旧的' });
  answer('GET /admin/contest/recomputes', networkError());
  answer('POST /admin/contest/recompute', refuse(409, '这个赛季正在复算'));
  await openAdmin('/contest/5?tab=recompute');
  await expect.element(page.getByText('没有取到复算记录')).toBeVisible();
  answer('GET /admin/contest/recomputes', [failed]);
  await button('重试').click();
  await expect.element(row('没有算完')).toMatchTextContent('算到一半停了');
  await button('开始复算').click();
  await expect.element(page.getByText('这个赛季正在复算')).toBeVisible();
  await button('确定').click();
  answer('POST /admin/contest/recompute', () => {
    answer('GET /admin/contest/recomputes', [recompute('2', { state: 'running', endedAt: null }), failed]);
    return recompute('2', { state: 'queued' });
  });
  await button('开始复算').click();
  await expect.element(row('沈观潮')).toMatchTextContent('进行中');
  await expect.element(button('开始复算')).toBeDisabled();
  const found = recompute('3', { differenceCount: 102, createdBy: '查的' });
  answer('GET /admin/contest/recomputes', [recompute('2'), found]);
  await expect.element(row('沈观潮')).toMatchTextContent('完全一致');
  await expect.element(row('沈观潮')).toMatchTextContent('31,234');
  await expect.element(row('沈观潮')).toMatchTextContent('30 秒');
  await expect.element(button('开始复算')).toBeEnabled();
  expect(callsTo('POST /admin/contest/recompute').at(-1)?.body).toEqual({ seasonId: '5' });
  answer('GET /admin/contest/recompute', {
    ...found,
    differences: [
      { playerId: '1', name: '长'.repeat(30), what: '可用资金', kept: '100', rebuilt: '1000000' },
      { playerId: '1', name: '听潮', what: '冻结资金', kept: '1', rebuilt: '0' },
    ],
  });
  await expect.element(row('查的')).toMatchTextContent('102 处不一致');
  await button('看哪里不一致').click();
  await expect.element(dialog('不一致的地方').getByRole('row').filter({ hasText: '可用资金' })).toBeVisible();
  await expect.element(dialog().getByText('还有 100 处没有列出。')).toBeVisible();
  expect(callsTo('GET /admin/contest/recompute')[0]?.query).toEqual({ id: '3' });
  await expectWellMade();
});
