import { z } from 'zod';
import { get, longTextBytes, post } from '#kernel/http/calls.ts';
import { listVersions, readKnow } from './reads.ts';
import * as schema from './schema.ts';
import { acknowledgeKnow, createKnow, previewKnow, publishKnow, withdrawKnow } from './service.ts';

const access = { permission: 'frontpage.manage' };

/** Know pop-ups (须知): acknowledged once per version. */
export const knowRoutes = [
  get('/reception/getKnow', {
    access: 'open',
    summary:
      'The notice that stands at a place now, and whether the caller acknowledged it; null without one.',
    query: schema.placeQuery,
    data: schema.know,
    run: (ctx, { query }) => readKnow(ctx, query.place),
  }),
  post('/member/acknowledgeKnow', {
    access: 'member',
    summary: 'Keeps that the caller acknowledged a version; may be repeated.',
    query: schema.idQuery,
    data: z.boolean(),
    run: (ctx, { query }) => acknowledgeKnow(ctx, query.id),
  }),
  get('/admin/know/list', {
    access,
    summary: 'Every version of a place’s notice, newest first.',
    query: schema.placeQuery,
    data: z.array(schema.knowVersion),
    run: (ctx, { query }) => listVersions(ctx, query.place),
  }),
  post('/admin/know/preview', {
    access,
    summary: 'A text as readers would see it.',
    body: schema.previewInput,
    maxBodyBytes: longTextBytes,
    data: schema.preview,
    run: (_, { body }) => previewKnow(body.body),
  }),
  post('/admin/know/create', {
    access,
    summary: 'Writes the next version of a place’s notice.',
    body: schema.createInput,
    maxBodyBytes: longTextBytes,
    data: schema.made,
    run: (ctx, { body }) => createKnow(ctx, body),
  }),
  post('/admin/know/publish', {
    access,
    summary: 'Puts a version up at its place; everybody is asked once more.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => publishKnow(ctx, body.id),
  }),
  post('/admin/know/withdraw', {
    access,
    summary: 'Takes a version down.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => withdrawKnow(ctx, body.id),
  }),
];
