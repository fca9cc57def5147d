import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { deleteView, listSavedViews, saveView } from './saved-views.ts';
import { deleteViewInput, savedView, saveViewInput } from './saved-views-schema.ts';

const view = { permission: 'content.view' };

/** Views of the list of pieces; everybody sees and changes their own. */
export const savedViewRoutes = [
  get('/admin/savedView/list', {
    access: view,
    summary: 'The caller’s saved views of the list of pieces.',
    data: z.array(savedView),
    run: (ctx) => listSavedViews(ctx),
  }),
  post('/admin/savedView/save', {
    access: view,
    summary: 'Saves a view under a name, or changes the one named by `id`.',
    body: saveViewInput,
    data: savedView,
    run: (ctx, { body }) => saveView(ctx, body),
  }),
  post('/admin/savedView/delete', {
    access: view,
    summary: 'Deletes a view.',
    body: deleteViewInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteView(ctx, body.id),
  }),
];
