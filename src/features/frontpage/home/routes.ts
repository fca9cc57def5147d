import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { changesWithTags } from '#kernel/http/sharing.ts';
import { listHomeBlocks, readHomeLayout } from './reads.ts';
import { homeBlocks, homeLayout, resetInput, saveInput } from './schema.ts';
import { resetHomeLayout, saveHomeLayout } from './service.ts';

const access = { permission: 'frontpage.manage' };

/** Calls for the blocks that the home page consists of. */
export const homeRoutes = [
  get('/reception/homeBlocks', {
    sharing: changesWithTags('home', 'columns'),
    access: 'open',
    reads: 'replica',
    summary: 'Lists the visible blocks of the home page in their order.',
    data: homeBlocks,
    run: (ctx) => listHomeBlocks(ctx),
  }),
  get('/admin/home/layout', {
    access,
    summary: 'Returns the layout of the home page with its hidden blocks.',
    data: homeLayout,
    run: (ctx) => readHomeLayout(ctx),
  }),
  post('/admin/home/save', {
    access,
    summary: 'Saves the layout of the home page; 409 if it was changed meanwhile.',
    body: saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveHomeLayout(ctx, body),
  }),
  post('/admin/home/reset', {
    access,
    summary: 'Restores the default layout of the home page; 409 if it was changed meanwhile.',
    body: resetInput,
    data: z.boolean(),
    run: (ctx, { body }) => resetHomeLayout(ctx, body.base),
  }),
];
