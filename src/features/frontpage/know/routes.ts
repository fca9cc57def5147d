import { z } from 'zod';
import { byHand, get, maxLongTextBytes, post } from '#kernel/http/calls.ts';
import { listVersions, readKnow } from './reads.ts';
import * as schema from './schema.ts';
import { acknowledgeKnow, createKnow, previewKnow, publishKnow, withdrawKnow } from './service.ts';

const access = { permission: 'frontpage.manage' };

/** Calls for know pop-ups (须知), which are acknowledged once per version. */
export const knowRoutes = [
  get('/reception/getKnow', {
    access: 'open',
    summary:
      'Returns the live know pop-up of a place and whether the caller acknowledged it; null if there is none.',
    query: schema.placeQuery,
    data: schema.know,
    run: (ctx, { query }) => readKnow(ctx, query.place),
  }),
  post('/member/acknowledgeKnow', {
    access: 'member',
    limit: byHand,
    summary: 'Records that the caller acknowledged a version of a know pop-up; may be repeated.',
    query: schema.idQuery,
    data: z.boolean(),
    run: (ctx, { query }) => acknowledgeKnow(ctx, query.id),
  }),
  get('/admin/know/list', {
    access,
    summary: "Lists all versions of a place's know pop-up, newest first.",
    query: schema.placeQuery,
    data: z.array(schema.knowVersion),
    run: (ctx, { query }) => listVersions(ctx, query.place),
  }),
  post('/admin/know/preview', {
    access,
    summary: 'Returns a text as readers would see it.',
    body: schema.previewInput,
    maxBodyBytes: maxLongTextBytes,
    data: schema.preview,
    run: (_, { body }) => previewKnow(body.body),
  }),
  post('/admin/know/create', {
    access,
    summary: "Creates the next version of a place's know pop-up.",
    body: schema.createInput,
    maxBodyBytes: maxLongTextBytes,
    data: schema.created,
    run: (ctx, { body }) => createKnow(ctx, body),
  }),
  post('/admin/know/publish', {
    access,
    summary: 'Publishes a version at its place; everyone is asked to acknowledge it again.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => publishKnow(ctx, body.id),
  }),
  post('/admin/know/withdraw', {
    access,
    summary: 'Withdraws a version of a know pop-up.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => withdrawKnow(ctx, body.id),
  }),
];
