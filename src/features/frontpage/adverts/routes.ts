import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { listFigures, listForDesk, readAdverts } from './reads.ts';
import * as schema from './schema.ts';
import { countAdverts, createAdvert, deleteAdvert, pauseAdvert, saveAdvert } from './service.ts';

const access = { permission: 'frontpage.manage' };

export const advertRoutes = [
  post('/reception/getAdList', {
    access: 'open',
    summary: 'The adverts that run now at one position, heaviest first.',
    query: schema.adQuery,
    data: schema.adList,
    run: (ctx, { query }) => readAdverts(ctx, query.adPosid),
  }),
  post('/reception/countAd', {
    access: 'open',
    summary: 'Counts adverts that came into sight on a page and that were pressed, once per reader and day.',
    query: schema.countQuery,
    data: z.boolean(),
    run: (ctx, { query, origin }) => countAdverts(ctx, query, origin),
  }),
  get('/admin/advert/list', {
    access,
    summary: 'Adverts of every state, with their figures of the last 30 days.',
    query: schema.listQuery,
    data: schema.deskPage,
    run: (ctx, { query }) => listForDesk(ctx, query),
  }),
  get('/admin/advert/days', {
    access,
    summary: 'What an advert did on each of the last 30 days.',
    query: schema.idQuery,
    data: z.array(schema.dayFigures),
    run: (ctx, { query }) => listFigures(ctx, query.id),
  }),
  post('/admin/advert/create', {
    access,
    summary: 'Puts up an advert.',
    body: schema.createInput,
    data: schema.made,
    run: (ctx, { body }) => createAdvert(ctx, body),
  }),
  post('/admin/advert/save', {
    access,
    summary: 'Changes an advert; 409 when somebody else did since `mark`.',
    body: schema.saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveAdvert(ctx, body),
  }),
  post('/admin/advert/pause', {
    access,
    summary: 'Takes an advert out of sight, or lets it go on.',
    body: schema.pauseInput,
    data: z.boolean(),
    run: (ctx, { body }) => pauseAdvert(ctx, body),
  }),
  post('/admin/advert/delete', {
    access,
    summary: 'Deletes an advert with its figures.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteAdvert(ctx, body.id),
  }),
];
