import type { z } from 'zod';
import type * as schema from './schema.ts';

export type {
  ContestDeskCalls,
  DeskPlayer,
  DeskSeason,
  DeskSeasonHead,
  Recompute,
  RecomputeDetail,
} from './desk/calls.ts';
export type {
  ImportReport,
  MarketCalls,
  MarketHealth,
  MarketInstrument,
  MarketKind,
  MarketRules,
  PullTry,
} from './market/desk/calls.ts';
export type ContestSeason = z.infer<typeof schema.season>;
export type ContestSeasonHead = z.infer<typeof schema.seasons>[number];
export type ContestFront = z.infer<typeof schema.front>;
export type TradeFacts = z.infer<typeof schema.tradeFacts>;
export type ContestPeriod = (typeof schema.periods)[number];
export type BoardLine = z.infer<typeof schema.boardLine>;
export type FollowedLine = z.infer<typeof schema.following>[number];
export type ContestBoard = z.infer<typeof schema.board>;
export type Instrument = z.infer<typeof schema.instrument>;
export type ContestQuote = z.infer<typeof schema.quote>;
export type Candle = z.infer<typeof schema.candles>[number];
export type IntradayPoint = z.infer<typeof schema.intraday>[number];
export type CheckedOrder = z.infer<typeof schema.checked>;
export type ContestAccount = z.infer<typeof schema.account>;
export type ContestOrder = z.infer<typeof schema.orderPage>['records'][number];
export type ContestPlayer = z.infer<typeof schema.player>;
export type ContestTrade = z.infer<typeof schema.tradePage>['records'][number];

/** What crosses the wire about the simulated stock contest. */
export type ContestCalls = {
  'GET /reception/contest/seasons': { data: ContestSeasonHead[] };
  /** Without an id the one that runs, else the newest; null where there is none. */
  'GET /reception/contest/season': { query: { id?: string | undefined }; data: ContestSeason | null };
  'GET /reception/contest/tradeFacts': { query: { seasonId: string }; data: TradeFacts };
  'GET /reception/contest/front': { data: ContestFront };
  'GET /reception/contest/board': { query: z.input<typeof schema.boardQuery>; data: ContestBoard };
  'GET /reception/contest/instruments': {
    query: z.input<typeof schema.instrumentsQuery>;
    data: Instrument[];
  };
  'GET /reception/contest/active': { query: { seasonId: string }; data: Instrument[] };
  'GET /reception/contest/quote': { query: { code: string }; data: ContestQuote };
  'GET /reception/contest/candles': { query: z.input<typeof schema.candlesQuery>; data: Candle[] };
  'GET /reception/contest/intraday': { query: { code: string }; data: IntradayPoint[] };
  'GET /reception/contest/player': { query: { id: string }; data: ContestPlayer };
  'GET /reception/contest/playerTrades': {
    query: z.input<typeof schema.tradesQuery>;
    data: z.infer<typeof schema.tradePage>;
  };
  'POST /member/contest/enrol': { body: { seasonId: string }; data: { id: string } };
  'GET /member/contest/account': { query: { seasonId: string }; data: ContestAccount };
  'POST /member/contest/check': { body: z.input<typeof schema.orderInput>; data: CheckedOrder };
  'POST /member/contest/order': { body: z.input<typeof schema.orderInput>; data: { id: string } };
  'POST /member/contest/cancel': { body: { id: string }; data: boolean };
  'GET /member/contest/orders': {
    query: z.input<typeof schema.ordersQuery>;
    data: z.infer<typeof schema.orderPage>;
  };
  'POST /member/contest/follow': { body: { playerId: string }; data: boolean };
  'POST /member/contest/unfollow': { body: { playerId: string }; data: boolean };
  'GET /member/contest/following': { query: { seasonId: string }; data: FollowedLine[] };
};
