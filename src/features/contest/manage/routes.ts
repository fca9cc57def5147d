import { get, post } from '#kernel/http/calls.ts';
import { disqualifyPlayer, readAdminPlayers, reinstatePlayer } from './players.ts';
import { queueRecompute, readRecompute, readRecomputes } from './recomputes.ts';
import * as schema from './schema.ts';
import { readAdminSeason, readAdminSeasons, readIndexes, removeSeason, saveSeason } from './seasons.ts';

const access = { permission: 'contest.manage' };

/** Admin routes for seasons and their players. The market has its own admin routes (`market/admin/`). */
export const contestAdminRoutes = [
  get('/admin/contest/seasons', {
    access,
    summary: 'Lists all seasons, including those not open to members, latest start first.',
    data: schema.seasons,
    run: (ctx) => readAdminSeasons(ctx),
  }),
  get('/admin/contest/season', {
    access,
    summary: 'Returns a season with all its settings.',
    query: schema.seasonQuery,
    data: schema.season,
    run: (ctx, { query }) => readAdminSeason(ctx, query.id),
  }),
  post('/admin/contest/season', {
    access,
    summary:
      'Creates or changes a season; 409 if the version token `mark` is outdated, or for settings fixed by the first enrolment.',
    body: schema.seasonInput,
    data: schema.createdId,
    run: (ctx, { body }) => saveSeason(ctx, body),
  }),
  post('/admin/contest/deleteSeason', {
    access,
    summary: 'Deletes a season without players.',
    body: schema.deleteSeasonInput,
    data: schema.done,
    run: (ctx, { body }) => removeSeason(ctx, body.id),
  }),
  get('/admin/contest/indexes', {
    access,
    summary: 'Lists the known stock indexes by code.',
    data: schema.indexes,
    run: (ctx) => readIndexes(ctx),
  }),
  get('/admin/contest/players', {
    access,
    summary: 'Lists the players of a season with their rank, assets and orders.',
    query: schema.playersQuery,
    data: schema.playerPage,
    run: (ctx, { query }) => readAdminPlayers(ctx, query),
  }),
  post('/admin/contest/disqualify', {
    access,
    summary: 'Disqualifies a player for a stated reason and cancels their open orders.',
    body: schema.decisionInput,
    data: schema.done,
    run: (ctx, { body }) => disqualifyPlayer(ctx, body),
  }),
  post('/admin/contest/reinstate', {
    access,
    summary: 'Reinstates a disqualified player.',
    body: schema.decisionInput,
    data: schema.done,
    run: (ctx, { body }) => reinstatePlayer(ctx, body),
  }),
  get('/admin/contest/recomputes', {
    access,
    summary: 'Lists the last recomputes of a season, newest first.',
    query: schema.recomputesQuery,
    data: schema.recomputes,
    run: (ctx, { query }) => readRecomputes(ctx, query.seasonId),
  }),
  get('/admin/contest/recompute', {
    access,
    summary: 'Returns a recompute with the first differences it found.',
    query: schema.recomputeQuery,
    data: schema.recomputeDetail,
    run: (ctx, { query }) => readRecompute(ctx, query.id),
  }),
  post('/admin/contest/recompute', {
    access,
    summary:
      'Queues a recompute, which rebuilds a season from its log and compares the result; one at a time.',
    body: schema.recomputeInput,
    data: schema.recompute,
    run: (ctx, { body }) => queueRecompute(ctx, body.seasonId),
  }),
];
