import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { changesWithTags } from '#kernel/http/sharing.ts';
import { listFigures, listForAdmin, readAdverts } from './reads.ts';
import * as schema from './schema.ts';
import { countAdverts, createAdvert, deleteAdvert, pauseAdvert, saveAdvert } from './service.ts';

const access = { permission: 'frontpage.manage' };

export const advertRoutes = [
  post('/reception/getAdList', {
    sharing: changesWithTags('adverts'),
    access: 'open',
    summary: 'Lists the adverts running at a position, by descending weight.',
    query: schema.adQuery,
    data: schema.adList,
    run: (ctx, { query }) => readAdverts(ctx, query.adPosid),
  }),
  post('/reception/countAd', {
    access: 'open',
    summary: 'Counts impressions and clicks of adverts, each once per reader and day.',
    query: schema.countQuery,
    data: z.boolean(),
    run: (ctx, { query, origin }) => countAdverts(ctx, query, origin),
  }),
  get('/admin/advert/list', {
    access,
    summary: 'Lists adverts in every state, with their counters of the last 30 days.',
    query: schema.listQuery,
    data: schema.adminPage,
    run: (ctx, { query }) => listForAdmin(ctx, query),
  }),
  get('/admin/advert/days', {
    access,
    summary: "Lists an advert's counters for each of the last 30 days.",
    query: schema.idQuery,
    data: z.array(schema.dayFigures),
    run: (ctx, { query }) => listFigures(ctx, query.id),
  }),
  post('/admin/advert/create', {
    access,
    summary: 'Creates an advert.',
    body: schema.createInput,
    data: schema.created,
    run: (ctx, { body }) => createAdvert(ctx, body),
  }),
  post('/admin/advert/save', {
    access,
    summary: 'Changes an advert; 409 if the version token `mark` is outdated.',
    body: schema.saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveAdvert(ctx, body),
  }),
  post('/admin/advert/pause', {
    access,
    summary: 'Pauses or resumes an advert.',
    body: schema.pauseInput,
    data: z.boolean(),
    run: (ctx, { body }) => pauseAdvert(ctx, body),
  }),
  post('/admin/advert/delete', {
    access,
    summary: 'Deletes an advert and its counters.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteAdvert(ctx, body.id),
  }),
];
