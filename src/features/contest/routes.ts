import { z } from 'zod';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { byHand, get, post } from '#kernel/http/calls.ts';
import { readBoard, readFollowing, readFront } from './boards/boards.ts';
import { followPlayer, listPlayerTrades, readPlayer, unfollowPlayer } from './boards/players.ts';
import { readActive, readCandles, readIntraday, readQuote, searchInstruments } from './market/quotes.ts';
import * as schema from './schema.ts';
import { enrol, readTradeFacts } from './seasons/enrol.ts';
import { readSeason, readSeasons } from './seasons/seasons.ts';
import { checkOwnOrder, listOwnOrders, readAccount } from './trading/accounts.ts';
import { cancelOwnOrder, placeOwnOrder } from './trading/own-orders.ts';

/**
 * Calls for securities and their quotes, which the pages of securities show too. `freshMs`: a quote older than this fills
 * nothing.
 */
export const quoteRoutes = ({ freshMs }: { freshMs: (ctx: Context) => Promise<number> }) => [
  get('/reception/contest/instruments', {
    access: 'open',
    summary:
      'Finds up to 20 securities of a season by the beginning of their code or pinyin initials, or by part of their name.',
    query: schema.instrumentsQuery,
    data: schema.instruments,
    run: (ctx, { query }) => searchInstruments(ctx, query),
  }),
  get('/reception/contest/quote', {
    access: 'open',
    summary: 'Returns a security with its latest quote.',
    query: schema.codeQuery,
    data: schema.quote,
    run: async (ctx, { query }) => readQuote(ctx, query.code, await freshMs(ctx)),
  }),
  get('/reception/contest/candles', {
    access: 'open',
    summary: 'Lists the last daily prices of a security, oldest first.',
    query: schema.candlesQuery,
    data: schema.candles,
    run: (ctx, { query }) => readCandles(ctx, query),
  }),
  get('/reception/contest/intraday', {
    access: 'open',
    summary: 'Lists the prices of a security on the day of its newest quote, oldest first.',
    query: schema.codeQuery,
    data: schema.intraday,
    run: (ctx, { query }) => readIntraday(ctx, query.code),
  }),
];

/** Calls of the simulated stock contest for readers and players. */
export const contestRoutes = [
  get('/reception/contest/seasons', {
    access: 'open',
    summary: 'Lists the open seasons of the simulated stock contest, latest start first.',
    data: schema.seasons,
    run: (ctx) => readSeasons(ctx),
  }),
  get('/reception/contest/season', {
    access: 'open',
    summary: "Returns a season, by default the running one, with the caller's status in it.",
    query: schema.seasonQuery,
    data: schema.season.nullable(),
    run: (ctx, { query }) => readSeason(ctx, query.id),
  }),
  get('/reception/contest/tradeFacts', {
    access: 'open',
    summary: "Returns the lots, price limits and fees that apply to a season's orders.",
    query: schema.seasonIdQuery,
    data: schema.tradeFacts,
    run: (ctx, { query }) => readTradeFacts(ctx, query.seasonId),
  }),
  get('/reception/contest/front', {
    // The number of players may be as old as the time limit allows; the standings are invalidated when a day is cleared.
    sharing: { tagsOf: () => ['contest'] },
    access: 'open',
    summary: 'Returns the running season with the top five of its leaderboard, for the front page.',
    data: schema.front,
    run: (ctx) => readFront(ctx),
  }),
  get('/reception/contest/board', {
    access: 'open',
    summary: 'Returns a leaderboard of a season, by return of the day, week, month or season.',
    query: schema.boardQuery,
    data: schema.board,
    run: (ctx, { query }) => readBoard(ctx, query),
  }),
  get('/reception/contest/active', {
    access: 'open',
    summary: 'Lists the ten most traded securities of a season.',
    query: schema.seasonIdQuery,
    data: schema.instruments,
    run: (ctx, { query }) => readActive(ctx, query.seasonId),
  }),
  get('/reception/contest/player', {
    access: 'open',
    summary: 'Returns a player with their ranks and return curve.',
    query: schema.playerQuery,
    data: schema.player,
    run: (ctx, { query }) => readPlayer(ctx, query.id),
  }),
  get('/reception/contest/playerTrades', {
    access: 'open',
    summary: "Lists a player's trades, newest first; other players' trades appear after the season's delay.",
    query: schema.tradesQuery,
    data: schema.tradePage,
    run: (ctx, { query }) => listPlayerTrades(ctx, query),
  }),
  post('/member/contest/enrol', {
    access: 'member',
    limit: byHand,
    summary:
      'Enrols the caller in a season, once per person and mobile number; a repeated call returns the same entry.',
    body: schema.enrolInput,
    data: schema.createdId,
    run: (ctx, { body }) => enrol(ctx, body.seasonId),
  }),
  get('/member/contest/account', {
    access: 'member',
    summary: "Returns the caller's account in a season.",
    query: schema.seasonIdQuery,
    data: schema.account,
    run: (ctx, { query }) => readAccount(ctx, query.seasonId),
  }),
  post('/member/contest/check', {
    access: 'member',
    // The form checks while the player types.
    limit: { ...byHand, max: 3 * byHand.max },
    summary: 'Checks an order without placing it: its cost, and why it would be refused.',
    body: schema.orderInput,
    data: schema.orderCheck,
    run: (ctx, { body }) => checkOwnOrder(ctx, body),
  }),
  post('/member/contest/order', {
    access: 'member',
    limit: byHand,
    summary: 'Places a limit or market order.',
    body: schema.orderInput,
    data: schema.createdId,
    run: (ctx, { body }) => placeOwnOrder(ctx, body),
  }),
  post('/member/contest/cancel', {
    access: 'member',
    limit: byHand,
    summary: "Cancels the caller's own open order.",
    body: schema.orderId,
    data: z.boolean(),
    run: (ctx, { body }) => cancelOwnOrder(ctx, body.id),
  }),
  get('/member/contest/orders', {
    access: 'member',
    summary: "Lists the caller's own orders with their results, newest first.",
    query: schema.ordersQuery,
    data: schema.orderPage,
    run: (ctx, { query }) => listOwnOrders(ctx, query),
  }),
  post('/member/contest/follow', {
    access: 'member',
    limit: byHand,
    summary: 'Follows a player; may be repeated.',
    body: schema.followInput,
    data: schema.done,
    run: (ctx, { body }) => followPlayer(ctx, body.playerId),
  }),
  post('/member/contest/unfollow', {
    access: 'member',
    limit: byHand,
    summary: 'Unfollows a player; may be repeated.',
    body: schema.followInput,
    data: schema.done,
    run: (ctx, { body }) => unfollowPlayer(ctx, body.playerId),
  }),
  get('/member/contest/following', {
    access: 'member',
    summary: 'Lists the players the caller follows in a season, by rank.',
    query: schema.seasonIdQuery,
    data: schema.following,
    run: (ctx, { query }) => readFollowing(ctx, requireMemberId(ctx), query.seasonId),
  }),
];
