import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile } from '#testing/browser/personal.ts';
import { button } from '#testing/browser/sign-in.ts';
import type { BoardLine, ContestAccount, ContestQuote, ContestSeason } from '../schema.ts';

const season: ContestSeason = {
  id: '5',
  name: '秋季赛',
  startsOn: '2026-09-01',
  endsOn: '2026-12-31',
  state: 'running',
  startingCash: 100_000_000,
  players: 3,
  prizes: '冠军：一年 VIP',
  boards: ['main'],
  withSt: false,
  positionCapBp: 10_000,
  commissionPpm: 300,
  commissionLeast: 500,
  index: { code: '000001', name: '综合指数' },
  delayDays: 1,
  forWhom: 'member',
  rules: '<p>只用模拟资金。</p>',
  isSessionOpen: true,
  sessions: '09:30–11:30，13:00–15:00',
  quotesAt: '2026-11-20T14:30:00+08:00',
  clearedOn: '2026-11-19',
  me: { playerId: '8', canEnrol: false, why: '', isDisqualified: false, reason: '' },
};
const longName = '一个名字长得一行放不下的选手弄潮儿';
const line = (place: number, playerId: string, name: string): BoardLine => ({
  place,
  playerId,
  name,
  avatar: null,
  returnPpm: 30_000 - place * 10_000,
  assets: 103_000_000 - place * 1_000_000,
  drawdownPpm: 12_000,
  winRatePpm: 600_000,
});
const curve = [
  { day: '2026-11-18', assets: 100_000_000, index: 3_200_000 },
  { day: '2026-11-19', assets: 101_000_000, index: 3_210_000 },
];
const security = {
  code: '970001',
  name: '潮声电力',
  board: 'main',
  isSt: false,
  last: 9_990,
  previousClose: 10_000,
};
const quote: ContestQuote = {
  ...security,
  open: 10_000,
  high: 10_050,
  low: 9_900,
  limitUp: 11_000,
  limitDown: 9_000,
  volume: 120_000,
  amount: 230_000_000,
  at: '2026-11-20T14:30:00+08:00',
  isSuspended: false,
  isStale: false,
  tick: 10,
  lotLeast: 100,
  lotStep: 100,
};
const account: ContestAccount = {
  playerId: '8',
  cash: 70_000_000,
  frozenCash: 0,
  marketValue: 29_970_000,
  assets: 99_970_000,
  todayGain: -30_000,
  returnPpm: -300,
  fees: 9_000,
  place: 2,
  isDisqualified: false,
  reason: '',
  holdings: [
    {
      ...{ code: security.code, name: security.name, quantity: 30_000, sellable: 0, frozenQuantity: 0 },
      ...{ cost: 30_000_000, last: 9_990, value: 29_970_000, gain: -30_000 },
    },
  ],
  indexBase: 3_200_000,
  curve,
};
const leader = { ...line(1, '7', longName), period: 'season' as const };
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const search = () => page.getByRole('combobox', { name: '证券搜索' });

beforeEach(() => {
  logInWithProfile();
  answer('GET /reception/contest/season', season);
  answer('GET /reception/contest/seasons', [season]);
  answer('GET /reception/contest/board', {
    records: [line(1, '7', longName), line(2, '8', '听潮客'), line(3, '9', '观海')],
    cursor: null,
    asOf: '2026-11-19',
    mine: line(2, '8', '听潮客'),
  });
  answer('GET /member/contest/following', []);
  answer('GET /member/contest/account', account);
  answer('GET /member/contest/orders', {
    records: [
      {
        id: '1',
        code: security.code,
        name: security.name,
        side: 'buy',
        price: 10_000,
        quantity: 30_000,
        state: 'open',
        frozenCash: 30_009_000,
        placedAt: '2026-11-20T10:00:00+08:00',
        fill: null,
      },
    ],
    cursor: null,
  });
  answer('GET /reception/contest/quote', quote);
  answer('GET /reception/contest/active', [security]);
  answer('GET /reception/contest/intraday', []);
  answer('GET /reception/contest/candles', []);
  answer('GET /reception/contest/instruments', [security]);
  answer('POST /member/contest/check', { refusal: null, amount: 0, fees: 0, most: 0 });
});

test('shows the leaders and the player’s own place', async () => {
  await openSite('/gszb?season=5');
  await expect.element(page.getByRole('list', { name: '总榜前三名' })).toMatchTextContent(longName);
  await expectWellMade();
});

test('shows what the player holds and ordered, and why shares bought today cannot be sold today', async () => {
  answer('POST /member/contest/check', {
    refusal: '今天买入的股票明天才能卖出（T+1）',
    amount: 29_970_000,
    fees: 24_000,
    most: 0,
  });
  await openSite('/gszb/trade?season=5&code=970001');
  await page.getByRole('tab', { name: '委托' }).click();
  await expect.element(page.getByRole('table', { name: '等待成交的委托' })).toMatchTextContent('30,000');
  await page.getByRole('tab', { name: '持仓' }).click();
  await expect.element(page.getByRole('table', { name: '持仓' })).toMatchTextContent('30,000');
  await page.getByRole('tab', { name: '卖出', exact: true }).click();
  await field('价格').fill('9.99');
  await field('数量').fill('30000');
  await expect.element(page.getByRole('alert')).toMatchTextContent('T+1');
  await button('提交卖出委托').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expectWellMade();
});

test('a late answer for what was typed before does not replace the securities that were found', async () => {
  const { promise, resolve: reply } = Promise.withResolvers<[]>();
  answer('GET /reception/contest/instruments', ({ query }) => (query.keyword === 'c' ? promise : [security]));
  await openSite('/gszb/trade?season=5');
  await search().fill('c');
  await expect.poll(() => callsTo('GET /reception/contest/instruments')).toHaveLength(1);
  await search().fill('csdl');
  const option = page.getByRole('option', { name: security.name });
  await expect.element(option).toBeVisible();
  reply([]);
  // React renders a state that an answer sets before the second frame after it.
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  expect(option.elements()).toHaveLength(1);
});

test('a player’s page shows curve and trades, and a poster of the result', async () => {
  answer('GET /reception/contest/player', {
    ...{ id: '7', seasonId: '5', name: longName, avatar: null, joinedAt: '2026-09-01T09:00:00+08:00' },
    ...{ isDisqualified: false, reason: '', isFollowed: false, isMe: false },
    places: [leader],
    indexBase: 3_200_000,
    curve,
  });
  answer('GET /reception/contest/playerTrades', {
    records: [
      {
        id: '1',
        code: security.code,
        name: security.name,
        side: 'buy',
        price: 9_990,
        quantity: 30_000,
        filledAt: '2026-11-19T10:00:00+08:00',
      },
    ],
    cursor: null,
  });
  await openSite('/gszb/player?id=7');
  await expect.element(page.getByRole('main')).toMatchTextContent(security.name);
  await button('分享战绩').click();
  await expect
    .element(page.getByRole('dialog').getByRole('img', { name: new RegExp(`${longName}.*第 1 名`) }))
    .toBeVisible();
  await expectWellMade();
});
