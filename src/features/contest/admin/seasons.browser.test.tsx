import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import type { AdminSeasonSummary } from '../manage/schema.ts';

const season = (id: string, name: string, changes: Partial<AdminSeasonSummary> = {}): AdminSeasonSummary => ({
  id,
  name,
  startsOn: '2026-12-01',
  endsOn: '2027-02-26',
  state: 'upcoming',
  isOpen: false,
  forWhom: 'member',
  startingCash: 100_000_000,
  players: 0,
  disqualified: 0,
  clearedOn: null,
  ...changes,
});

beforeEach(() =>
  answer('GET /admin/contest/seasons', [
    season('2', '春季赛'),
    season('1', '冬季赛', {
      state: 'running',
      isOpen: true,
      players: 31,
      disqualified: 2,
      startingCash: 20_000_000,
    }),
  ]),
);

test('lists seasons with their state and players', { tags: ['strict'] }, async () => {
  answer('GET /admin/contest/seasons', [
    season('1', '长'.repeat(30), { players: 12 }),
    season('2', '春季赛', { isOpen: true, state: 'ended', forWhom: 'vip', clearedOn: '2027-02-26' }),
  ]);
  await openAdmin('/contest');
  await expect.element(row('长长')).toMatchTextContent('1,000,000.00');
  await expect.element(row('春季赛')).toMatchTextContent('已结束 0 人VIP 会员1,000,000.002027-02-26');
  await expect.element(row('春季赛')).not.toMatchTextContent('未公开');
  await expectWellMade();
});

test('deletes a season without players, sorts by cash, and opens a season with Enter', async () => {
  answer('POST /admin/contest/deleteSeason', refuse(409, '“春季赛”已有 1 人报名，不能删除'));
  answer('GET /admin/contest/season', refuse(404, '没有这个赛季，可能已被删除'));
  await openAdmin('/contest');
  await expect.element(row('春季赛')).toMatchTextContent('未公开');
  await expect.element(row('冬季赛')).toMatchTextContent('进行中');
  await expect.element(row('冬季赛')).toMatchTextContent('取消资格 2 人');
  await expect
    .element(page.getByRole('link', { name: '31 人' }))
    .toHaveAttribute('href', '/admin/contest/1?tab=players');
  await expect.element(button('删除赛季“冬季赛”')).not.toBeInTheDocument();
  await button('删除赛季“春季赛”').click();
  await dialog('不能恢复').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('“春季赛”已有 1 人报名')).toBeVisible();
  answer('POST /admin/contest/deleteSeason', true);
  await button('删除赛季“春季赛”').click();
  await dialog('不能恢复').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 1 个')).toBeVisible();
  expect(callsTo('POST /admin/contest/deleteSeason').at(-1)?.body).toEqual({ id: '2' });
  await page.getByRole('columnheader', { name: '起始模拟资金' }).click();
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('冬季赛');
  (row('冬季赛').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有这个赛季，可能已被删除')).toBeVisible();
  expect(location.pathname).toBe('/admin/contest/1');
  answer('GET /admin/contest/seasons', []);
  await button('全部赛季').click();
  await expect.element(page.getByText('还没有赛季')).toBeVisible();
});
