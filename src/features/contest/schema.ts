import { z } from 'zod';
import { fields, idOf, oneOf } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

/* Money is in fen, prices in 厘 (0.001 yuan), quantities in shares, ratios in millionths (ppm), days are Shanghai
   days (`2026-11-21`). Everything is simulated. */
const fen = z.number().int();
const price = z.number().int();
const ppm = z.number().int();

export const periods = ['day', 'week', 'month', 'season'] as const;
export const done = z.boolean();
export const createdId = z.object({ id: z.string() });

export const seasonQuery = z.object({ id: optionalId('赛季编号') });
export const seasonIdQuery = z.object({ seasonId: id('赛季编号') });

const seasonState = z.enum(['upcoming', 'running', 'ended']);
const seasonSummary = z.object({
  id: z.string(),
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  state: seasonState,
  startingCash: fen,
  players: z.number().int(),
  prizes: z.string(),
});
export const seasons = z.array(seasonSummary);

export const season = seasonSummary.extend({
  boards: z.array(z.string()),
  withSt: z.boolean(),
  /** In basis points. */
  positionCapBp: z.number().int(),
  commissionPpm: ppm,
  commissionLeast: fen,
  /** The index that players' curves are compared with; null for none. */
  index: z.object({ code: z.string(), name: z.string() }).nullable(),
  delayDays: z.number().int(),
  forWhom: z.enum(['member', 'vip']),
  /** Sanitised HTML. */
  rules: z.string(),
  /** Whether orders are taken now, and the trading hours. */
  isSessionOpen: z.boolean(),
  sessions: z.string(),
  /** The newest quote of all; null before the first. */
  quotesAt: z.string().nullable(),
  /** The last cleared day; null before the first. */
  clearedOn: z.string().nullable(),
  /** The caller's status in the season; null for a visitor. */
  me: z
    .object({
      playerId: z.string().nullable(),
      canEnrol: z.boolean(),
      /** Why the caller cannot enrol. */
      why: z.string(),
      isDisqualified: z.boolean(),
      /** Why the caller was disqualified. */
      reason: z.string(),
    })
    .nullable(),
});

/** The exchange rules for the boards of a season, as orders are checked against them. */
export const tradeFacts = z.object({
  boards: z.array(
    z.object({
      name: z.string(),
      lotLeast: z.number().int(),
      lotStep: z.number().int(),
      /** In basis points; null for no limit. */
      limitBp: z.number().int().nullable(),
      /** For securities under a risk warning; null if the season has none. */
      stLimitBp: z.number().int().nullable(),
      /** Number of trade days after a listing without a limit. */
      freeDays: z.number().int(),
      tick: price,
    }),
  ),
  /** Charged on sales only. */
  stampPpm: ppm,
  /** Charged on purchases and sales. */
  transferPpm: ppm,
  /** The day these rules apply to: today within the season, else its first or last day. */
  asOf: z.string(),
});

export const boardQuery = z.object({
  seasonId: id('赛季编号'),
  period: choice('榜单周期', periods, 'season'),
  cursor: optionalText('游标', 40),
  size,
});
export const boardLine = z.object({
  place: z.number().int(),
  playerId: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  returnPpm: ppm,
  assets: fen,
  drawdownPpm: ppm,
  winRatePpm: ppm.nullable(),
});
export const board = z.object({
  records: z.array(boardLine),
  cursor: z.string().nullable(),
  /** The cleared day the board refers to. */
  asOf: z.string().nullable(),
  mine: boardLine.nullable(),
});

/** The running season as the front page shows it; null if none is running. */
export const front = z.object({
  season: z
    .object({
      name: z.string(),
      endsOn: z.string(),
      players: z.number().int(),
      clearedOn: z.string().nullable(),
    })
    .nullable(),
  records: z.array(boardLine.pick({ place: true, playerId: true, name: true, returnPpm: true })),
});

export const instrumentsQuery = z.object({
  seasonId: id('赛季编号'),
  keyword: optionalText('关键词', 20),
});
export const instrument = z.object({
  code: z.string(),
  name: z.string(),
  board: z.string(),
  isSt: z.boolean(),
  last: price.nullable(),
  previousClose: price.nullable(),
});
export const instruments = z.array(instrument);

const code = z
  .string({ error: '请提供证券代码' })
  .trim()
  .regex(/^[0-9A-Z.]{1,12}$/, { error: '证券代码不正确' })
  .meta({ title: '证券代码' });
export const codeQuery = z.object({ code });
export const quote = instrument.extend({
  open: price.nullable(),
  high: price.nullable(),
  low: price.nullable(),
  limitUp: price.nullable(),
  limitDown: price.nullable(),
  volume: z.number().int(),
  amount: fen,
  at: z.string().nullable(),
  isSuspended: z.boolean(),
  /** Too old to fill orders. */
  isStale: z.boolean(),
  tick: z.number().int(),
  lotLeast: z.number().int(),
  lotStep: z.number().int(),
});
export const candlesQuery = z.object({ code, size });
/** Oldest first. */
export const candles = z.array(
  z.object({ day: z.string(), open: price, high: price, low: price, close: price, volume: z.number().int() }),
);
/** Of the newest day, oldest first. */
export const intraday = z.array(z.object({ at: z.string(), last: price, volume: z.number().int() }));

const side = oneOf('买卖方向', ['buy', 'sell']);
const orderPrice = z
  .number({ error: '价格应为以厘计的整数' })
  .int({ error: '价格应为以厘计的整数' })
  .min(1, { error: '价格应大于 0' })
  .max(100_000_000, { error: '价格过大，最高 100000 元' })
  .nullable()
  .default(null)
  .meta({ title: '价格' });
const quantity = z
  .number({ error: '数量应为整数' })
  .int({ error: '数量应为整数' })
  .min(1, { error: '数量应为正整数' })
  .max(10_000_000, { error: '数量过大' })
  .meta({ title: '数量' });

export const enrolInput = fields({ seasonId: idOf('赛季编号') });
export const orderInput = fields({
  seasonId: idOf('赛季编号'),
  code,
  side,
  /** Null is at market. */
  price: orderPrice,
  quantity,
});
/** The preview of an order before it is sent. */
export const orderCheck = z.object({
  /** Why the order would be refused. */
  refusal: z.string().nullable(),
  amount: fen,
  fees: fen,
  /** The maximum quantity at that price now. */
  most: z.number().int(),
});
export const orderId = fields({ id: idOf('委托编号') });

const holding = z.object({
  code: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  sellable: z.number().int(),
  frozenQuantity: z.number().int(),
  cost: fen,
  last: price,
  value: fen,
  gain: fen,
});
const day = z.object({ day: z.string(), assets: fen, index: price.nullable() });
export const account = z.object({
  playerId: z.string(),
  cash: fen,
  frozenCash: fen,
  marketValue: fen,
  assets: fen,
  /** Since the evening before. */
  todayGain: fen,
  returnPpm: ppm,
  /** The total cost of trading so far. */
  fees: fen,
  /** On the season's board; null before the first clearing and for a disqualified player. */
  place: z.number().int().nullable(),
  isDisqualified: z.boolean(),
  reason: z.string(),
  holdings: z.array(holding),
  /** The index on the evening before the curve begins, its base value. */
  indexBase: price.nullable(),
  curve: z.array(day),
});

export const ordersQuery = z.object({
  seasonId: id('赛季编号'),
  state: choice('委托状态', ['all', 'open', 'filled'], 'all'),
  cursor: optionalId('游标'),
  size,
});
const order = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  side: z.enum(['buy', 'sell']),
  price: price.nullable(),
  quantity: z.number().int(),
  state: z.enum(['open', 'filled', 'cancelled', 'expired']),
  frozenCash: fen,
  placedAt: z.string(),
  /** The order's fill; null while it has none. */
  fill: z.object({ price, amount: fen, fees: fen, profit: fen.nullable(), filledAt: z.string() }).nullable(),
});
export const orderPage = cursorPageOf(order);

export const playerQuery = z.object({ id: id('选手编号') });
export const player = z.object({
  id: z.string(),
  seasonId: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  joinedAt: z.string(),
  isDisqualified: z.boolean(),
  reason: z.string(),
  isFollowed: z.boolean(),
  isMe: z.boolean(),
  places: z.array(boardLine.extend({ period: z.enum(periods) })),
  /** The index on the evening before the curve begins, its base value. */
  indexBase: price.nullable(),
  curve: z.array(day),
});
export const tradesQuery = z.object({
  id: id('选手编号'),
  cursor: optionalId('游标'),
  size,
});
const trade = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  side: z.enum(['buy', 'sell']),
  price,
  quantity: z.number().int(),
  filledAt: z.string(),
});
export const tradePage = cursorPageOf(trade);
export const followInput = fields({ playerId: idOf('选手编号') });
/** Without a place before the first clearing, and for a disqualified player. */
const followedLine = boardLine.extend({ place: z.number().int().nullable() });
export const following = z.array(followedLine);

export type ContestSeason = z.infer<typeof season>;
export type ContestSeasonSummary = z.infer<typeof seasons>[number];
export type ContestFront = z.infer<typeof front>;
export type TradeFacts = z.infer<typeof tradeFacts>;
export type ContestPeriod = (typeof periods)[number];
export type BoardLine = z.infer<typeof boardLine>;
export type FollowedLine = z.infer<typeof following>[number];
export type ContestBoard = z.infer<typeof board>;
export type Instrument = z.infer<typeof instrument>;
export type ContestQuote = z.infer<typeof quote>;
export type Candle = z.infer<typeof candles>[number];
export type IntradayPoint = z.infer<typeof intraday>[number];
export type OrderCheck = z.infer<typeof orderCheck>;
export type ContestAccount = z.infer<typeof account>;
export type ContestOrder = z.infer<typeof orderPage>['records'][number];
export type ContestPlayer = z.infer<typeof player>;
export type ContestTrade = z.infer<typeof tradePage>['records'][number];
