import { z } from 'zod';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { get, post } from '#kernel/http/calls.ts';
import { readBoard, readFollowing, readFront } from './boards/boards.ts';
import { followPlayer, listTrades, readPlayer, unfollowPlayer } from './boards/players.ts';
import { findActive, findInstruments, readCandles, readIntraday, readQuote } from './market/quotes.ts';
import * as schema from './schema.ts';
import { enrol, readTradeFacts } from './seasons/enrol.ts';
import { readSeason, readSeasons } from './seasons/seasons.ts';
import { checkOwnOrder, listOwnOrders, readAccount } from './trading/accounts.ts';
import { cancelOwn, order } from './trading/own-orders.ts';

/** The simulated stock contest as readers and players see it. `freshMs`: a quote older than this fills nothing. */
export const contestRoutes = ({ freshMs }: { freshMs: (ctx: Context) => Promise<number> }) => [
  get('/reception/contest/seasons', {
    access: 'open',
    summary: 'The seasons of the simulated contest, the last to begin first.',
    data: schema.seasons,
    run: (ctx) => readSeasons(ctx),
  }),
  get('/reception/contest/season', {
    access: 'open',
    summary: 'A season, by default the one that runs, with where the caller stands.',
    query: schema.seasonQuery,
    data: schema.season.nullable(),
    run: (ctx, { query }) => readSeason(ctx, query.id),
  }),
  get('/reception/contest/tradeFacts', {
    access: 'open',
    summary: 'What lots, limits and fees a season’s orders are held to.',
    query: schema.ofSeasonQuery,
    data: schema.tradeFacts,
    run: (ctx, { query }) => readTradeFacts(ctx, query.seasonId),
  }),
  get('/reception/contest/front', {
    access: 'open',
    summary: 'The season that runs with the first five of its board, for the front page.',
    data: schema.front,
    run: (ctx) => readFront(ctx),
  }),
  get('/reception/contest/board', {
    access: 'open',
    summary: 'Who stands where, by return of the day, week, month or season.',
    query: schema.boardQuery,
    data: schema.board,
    run: (ctx, { query }) => readBoard(ctx, query),
  }),
  get('/reception/contest/instruments', {
    access: 'open',
    summary: 'Up to 20 securities whose code, name or pinyin initials begin so.',
    query: schema.instrumentsQuery,
    data: schema.instruments,
    run: (ctx, { query }) => findInstruments(ctx, query),
  }),
  get('/reception/contest/active', {
    access: 'open',
    summary: 'The ten securities of a season that are traded most now.',
    query: schema.ofSeasonQuery,
    data: schema.instruments,
    run: (ctx, { query }) => findActive(ctx, query.seasonId),
  }),
  get('/reception/contest/quote', {
    access: 'open',
    summary: 'What is known of a security now.',
    query: schema.codeQuery,
    data: schema.quote,
    run: async (ctx, { query }) => readQuote(ctx, query.code, await freshMs(ctx)),
  }),
  get('/reception/contest/candles', {
    access: 'open',
    summary: 'The last days of a security, oldest first.',
    query: schema.candlesQuery,
    data: schema.candles,
    run: (ctx, { query }) => readCandles(ctx, query),
  }),
  get('/reception/contest/intraday', {
    access: 'open',
    summary: 'The prices of the day of a security’s newest quote, oldest first.',
    query: schema.codeQuery,
    data: schema.intraday,
    run: (ctx, { query }) => readIntraday(ctx, query.code),
  }),
  get('/reception/contest/player', {
    access: 'open',
    summary: 'A player with places and curve.',
    query: schema.playerQuery,
    data: schema.player,
    run: (ctx, { query }) => readPlayer(ctx, query.id),
  }),
  get('/reception/contest/playerTrades', {
    access: 'open',
    summary: 'What a player traded, newest first; others’ trades some days later.',
    query: schema.tradesQuery,
    data: schema.tradePage,
    run: (ctx, { query }) => listTrades(ctx, query),
  }),
  post('/member/contest/enrol', {
    access: 'member',
    summary: 'Enrols the caller in a season, once.',
    body: schema.enrolInput,
    data: schema.madeId,
    run: (ctx, { body }) => enrol(ctx, body.seasonId),
  }),
  get('/member/contest/account', {
    access: 'member',
    summary: 'What the caller has in a season.',
    query: schema.ofSeasonQuery,
    data: schema.account,
    run: (ctx, { query }) => readAccount(ctx, query.seasonId),
  }),
  post('/member/contest/check', {
    access: 'member',
    summary: 'What an order would be, and why it would be refused; nothing is changed.',
    body: schema.orderInput,
    data: schema.checked,
    run: (ctx, { body }) => checkOwnOrder(ctx, body),
  }),
  post('/member/contest/order', {
    access: 'member',
    summary: 'Orders at a limit or at market.',
    body: schema.orderInput,
    data: schema.madeId,
    run: (ctx, { body }) => order(ctx, body),
  }),
  post('/member/contest/cancel', {
    access: 'member',
    summary: 'Takes an own order back that has not filled.',
    body: schema.orderId,
    data: z.boolean(),
    run: (ctx, { body }) => cancelOwn(ctx, body.id),
  }),
  get('/member/contest/orders', {
    access: 'member',
    summary: 'The caller’s orders with what became of them, newest first.',
    query: schema.ordersQuery,
    data: schema.orderPage,
    run: (ctx, { query }) => listOwnOrders(ctx, query),
  }),
  post('/member/contest/follow', {
    access: 'member',
    summary: 'Follows a player; may be repeated.',
    body: schema.followInput,
    data: schema.done,
    run: (ctx, { body }) => followPlayer(ctx, body.playerId),
  }),
  post('/member/contest/unfollow', {
    access: 'member',
    summary: 'Follows a player no longer; may be repeated.',
    body: schema.followInput,
    data: schema.done,
    run: (ctx, { body }) => unfollowPlayer(ctx, body.playerId),
  }),
  get('/member/contest/following', {
    access: 'member',
    summary: 'Whom the caller follows in a season, by place.',
    query: schema.ofSeasonQuery,
    data: schema.following,
    run: (ctx, { query }) => readFollowing(ctx, memberOf(ctx), query.seasonId),
  }),
];
