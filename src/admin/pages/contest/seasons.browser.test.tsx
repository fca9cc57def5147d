import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdminSeasonSummary } from '#features/contest/admin/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

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

test.for(widths)('lists seasons, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/contest/seasons', [season('1', '长'.repeat(30), { players: 12 })]);
  await openAdmin('/contest');
  await expect.element(row('长长')).toMatchTextContent('1,000,000.00');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('shows the state of a season and links to it and its players', async () => {
  await openAdmin('/contest');
  await expect.element(row('春季赛')).toMatchTextContent('未公开');
  await expect.element(row('冬季赛')).toMatchTextContent('进行中');
  await expect.element(row('冬季赛')).toMatchTextContent('取消资格 2 人');
  await expect
    .element(page.getByRole('link', { name: '31 人' }))
    .toHaveAttribute('href', '/admin/contest/1?tab=players');
});

test('shows an empty list and the reason why seasons failed to load', async () => {
  answer('GET /admin/contest/seasons', networkError());
  await openAdmin('/contest');
  await expect.element(page.getByText('没有取到赛季')).toBeVisible();
  answer('GET /admin/contest/seasons', []);
  await button('重试').click();
  await expect.element(page.getByText('还没有赛季')).toBeVisible();
});

test('refuses a member who may not manage the contest', async () => {
  await openAdmin('/contest', { permissions: ['orders.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

test('deletes a season without players after a confirmation, and shows why one could not be deleted', async () => {
  answer('POST /admin/contest/deleteSeason', refuse(409, '“春季赛”已有 1 人报名，不能删除'));
  await openAdmin('/contest');
  await expect.element(button('删除赛季“春季赛”')).toBeVisible();
  await expect.element(button('删除赛季“冬季赛”')).not.toBeInTheDocument();
  await button('删除赛季“春季赛”').click();
  await dialog('不能恢复').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('“春季赛”已有 1 人报名')).toBeVisible();
  answer('POST /admin/contest/deleteSeason', true);
  await button('删除赛季“春季赛”').click();
  await dialog('不能恢复').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 1 个')).toBeVisible();
  expect(callsTo('POST /admin/contest/deleteSeason').at(-1)?.body).toEqual({ id: '2' });
});

test('sorts by cash, and opens a season with Enter', async () => {
  answer('GET /admin/contest/season', refuse(404, '没有这个赛季，可能已被删除'));
  await openAdmin('/contest');
  await page.getByRole('columnheader', { name: '起始模拟资金' }).click();
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('冬季赛');
  (row('冬季赛').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有这个赛季，可能已被删除')).toBeVisible();
  expect(location.pathname).toBe('/admin/contest/1');
});
