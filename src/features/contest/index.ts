import type { Context } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { inModule } from '#kernel/http/calls.ts';
import { deleteOldIntradayQuotes, runContest, runMarket } from './jobs/contest-jobs.ts';
import { runNextRecompute } from './manage/recomputes.ts';
import { contestAdminRoutes } from './manage/routes.ts';
import { readSeasonNames } from './manage/seasons.ts';
import { type MarketParts, marketAdminRoutes } from './market/manage/routes.ts';
import { pullDueQuotes } from './market/pull/pull-quotes.ts';
import { listSeasonNotices, noticeListeners } from './notices/contest-notices.ts';
import { contestPersonalData, onMemberDeleted } from './personal-data/personal-data.ts';
import { contestRoutes, quoteRoutes } from './routes.ts';

export { readBoard } from './boards/boards.ts';
export { readPlayer } from './boards/players.ts';
export { clearDay, payDividends } from './clearing/clear-day.ts';
export { recomputeSeason, recomputeSeasons } from './clearing/recompute.ts';
export { importMarketFile, isMarketKind } from './market/import/import-market.ts';
export { findSeason } from './seasons/season-queries.ts';
export { updateSeasonStates } from './seasons/seasons.ts';
export { readAccount } from './trading/accounts.ts';
export { fillOrders } from './trading/fill-orders.ts';
export { type PlayerOrder, placeOrders } from './trading/place-orders.ts';

type Services = { market: MarketParts };
type JobServices = Services & { isDemo: (ctx: Context) => Promise<boolean> };

export const feature = defineFeature({
  name: 'contest',
  routes: ({ market }: Services) => [
    ...quoteRoutes({ freshMs: async (ctx) => (await market.rulesOf(ctx)).freshSeconds * 1000 }),
    ...inModule('contest', contestRoutes),
    ...inModule('contest', contestAdminRoutes),
    ...marketAdminRoutes(market),
  ],
  names: { 'contest-season': readSeasonNames },
  listeners: { 'member.deleted': onMemberDeleted, ...noticeListeners },
  extensions: { listContestNotices: listSeasonNotices },
  jobs: ({ market: { rulesOf, fetching }, isDemo }: JobServices) => [
    {
      name: 'contest-run',
      everyMs: 2000,
      run: async (ctx) => runContest(ctx, await rulesOf(ctx), await isDemo(ctx)),
    },
    {
      name: 'market-run',
      everyMs: 3000,
      run: async (ctx) => runMarket(ctx, await rulesOf(ctx), await isDemo(ctx)),
    },
    {
      name: 'quotes-pull',
      everyMs: 1000,
      run: async (ctx) => pullDueQuotes(ctx, await rulesOf(ctx), fetching),
    },
    { name: 'contest-recompute', everyMs: 1000, run: runNextRecompute },
    { name: 'quotes-forget', cron: '41 * * * *', run: deleteOldIntradayQuotes },
  ],
  tables: {
    content: [
      'contest_cleared_days',
      'contest_seasons',
      'daily_quotes',
      'dividends',
      'instruments',
      'latest_quotes',
      'trade_days',
      'trade_fees',
      'trade_rules',
      'trade_sessions',
    ],
    people: [
      'contest_days',
      'contest_entries',
      'contest_fills',
      'contest_follows',
      'contest_holdings',
      'contest_orders',
      'contest_players',
      'contest_ranks',
    ],
    installation: ['contest_recomputes', 'intraday_quotes', 'market_pulls'],
    options: {
      contest_players: { label: '模拟股赛选手' },
      contest_seasons: { label: '模拟股赛赛季' },
      instruments: { label: '证券' },
      trade_fees: { seeded: {} },
      trade_rules: { seeded: {} },
      trade_sessions: { seeded: {} },
    },
  },
  personalData: contestPersonalData,
  permissions: [
    {
      code: 'contest.manage',
      group: '互动',
      name: '股神争霸',
      about: '模拟赛的赛季、行情、选手和复算',
      order: 30,
    },
  ],
  menu: [
    {
      to: '/contest',
      label: '股神争霸',
      module: 'contest',
      icon: 'cup',
      permission: 'contest.manage',
      group: 'readers',
      order: 40,
    },
  ],
});
