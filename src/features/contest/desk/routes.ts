import { get, post } from '#kernel/http/calls.ts';
import { disqualifyPlayer, readDeskPlayers, reinstatePlayer } from './players.ts';
import { queueRecompute, readRecompute, readRecomputes } from './recomputes.ts';
import * as schema from './schema.ts';
import { readDeskSeason, readDeskSeasons, readIndexes, removeSeason, saveSeason } from './seasons.ts';

const access = { permission: 'contest.manage' };

/** The contest's desk: seasons and their players. Its market has a desk of its own (`market/desk/`). */
export const contestDeskRoutes = [
  get('/admin/contest/seasons', {
    access,
    summary: 'All seasons, also those that are not open, the last to begin first.',
    data: schema.seasons,
    run: (ctx) => readDeskSeasons(ctx),
  }),
  get('/admin/contest/season', {
    access,
    summary: 'A season with everything that is decided about it.',
    query: schema.seasonQuery,
    data: schema.season,
    run: (ctx, { query }) => readDeskSeason(ctx, query.id),
  }),
  post('/admin/contest/season', {
    access,
    summary:
      'Makes a season, or changes one; 409 where somebody else did since `mark`, or somebody plays it already.',
    body: schema.seasonInput,
    data: schema.madeId,
    run: (ctx, { body }) => saveSeason(ctx, body),
  }),
  post('/admin/contest/deleteSeason', {
    access,
    summary: 'Deletes a season that nobody enrolled in.',
    body: schema.seasonId,
    data: schema.done,
    run: (ctx, { body }) => removeSeason(ctx, body.id),
  }),
  get('/admin/contest/indexes', {
    access,
    summary: 'The indexes that are known, by code.',
    data: schema.indexes,
    run: (ctx) => readIndexes(ctx),
  }),
  get('/admin/contest/players', {
    access,
    summary: 'Players of a season with place, assets and orders.',
    query: schema.playersQuery,
    data: schema.playerPage,
    run: (ctx, { query }) => readDeskPlayers(ctx, query),
  }),
  post('/admin/contest/disqualify', {
    access,
    summary: 'Takes a player out of the season for a reason; their open orders are cancelled.',
    body: schema.decision,
    data: schema.done,
    run: (ctx, { body }) => disqualifyPlayer(ctx, body),
  }),
  post('/admin/contest/reinstate', {
    access,
    summary: 'Lets a disqualified player back in.',
    body: schema.decision,
    data: schema.done,
    run: (ctx, { body }) => reinstatePlayer(ctx, body),
  }),
  get('/admin/contest/recomputes', {
    access,
    summary: 'The last recomputes of a season, newest first.',
    query: schema.recomputesQuery,
    data: schema.recomputes,
    run: (ctx, { query }) => readRecomputes(ctx, query.seasonId),
  }),
  get('/admin/contest/recompute', {
    access,
    summary: 'A recompute with the first differences it found.',
    query: schema.recomputeQuery,
    data: schema.recomputeDetail,
    run: (ctx, { query }) => readRecompute(ctx, query.id),
  }),
  post('/admin/contest/recompute', {
    access,
    summary: 'Puts a season in line to be rebuilt from its log and compared; one at a time.',
    body: schema.ofSeason,
    data: schema.recompute,
    run: (ctx, { body }) => queueRecompute(ctx, body.seasonId),
  }),
];
