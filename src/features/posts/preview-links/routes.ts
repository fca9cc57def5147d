import { z } from 'zod';
import type { Settings } from '#features/settings/index.ts';
import { get, post } from '#kernel/http/calls.ts';
import { changesOfPost, contribute, readsOfPost } from '../manage/scope.ts';
import * as schema from './schema.ts';
import { createPreviewLink, openPreview, readPreviewLinks, revokePreviewLink } from './service.ts';

const edit = { permission: 'content.edit', or: contribute };

/** `settings` say whether staff need a second factor, without which their links open no more. */
export const previewLinkRoutes = (settings: Settings) => [
  ...readsOfPost([
    get('/admin/post/previewLinks', {
      access: edit,
      summary: 'Lists the preview links of a post with the number of their openings, newest first.',
      query: schema.previewLinksQuery,
      data: schema.previewLinks,
      run: (ctx, { query }) => readPreviewLinks(ctx, settings, query.id),
    }),
  ]),
  ...changesOfPost([
    post('/admin/post/createPreviewLink', {
      access: edit,
      summary:
        'Creates a link that shows a post without an account for 1, 3 or 7 days; answers its token once.',
      body: schema.createPreviewLinkInput,
      data: schema.createdPreviewLink,
      run: (ctx, { body }) => createPreviewLink(ctx, body),
    }),
    post('/admin/post/revokePreviewLink', {
      access: edit,
      summary: 'Revokes a preview link of a post.',
      body: schema.revokePreviewLinkInput,
      data: z.boolean(),
      run: (ctx, { body }) => revokePreviewLink(ctx, body),
    }),
  ]),
  post('/reception/openPreview', {
    access: 'open',
    summary: 'Returns the post of a preview link, as a visitor or as a buyer reads it.',
    body: schema.openPreviewInput,
    data: schema.openedPreview,
    run: (ctx, { body, origin }) => {
      origin.setHeader('cache-control', 'no-store');
      origin.setHeader('x-robots-tag', 'noindex');
      return openPreview(ctx, settings, body.token, origin.address);
    },
  }),
];
