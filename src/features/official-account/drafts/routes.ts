import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import type { DraftParts } from './parts.ts';
import { createDraftInput, draftOverview, postQuery, wechatCopy } from './schema.ts';
import { createDraft, readCopy, readDrafts } from './service.ts';

const access = { permission: 'content.publish' };

export const draftRoutes = (parts: DraftParts) => [
  get('/admin/wechatDraft/overview', {
    access,
    summary: 'Returns texts that fit into an article of WeChat, and the drafts of a post, newest first.',
    query: postQuery,
    data: draftOverview,
    run: (ctx, { query }) => readDrafts(ctx, parts, query.id),
  }),
  post('/admin/wechatDraft/create', {
    access,
    summary: 'Queues the published version of a post to become a draft of the WeChat account.',
    body: createDraftInput,
    data: z.string(),
    run: (ctx, { body }) => createDraft(ctx, parts, body),
  }),
  get('/admin/wechatDraft/copy', {
    access,
    summary: "Returns a published post, as anyone may read it, in the format of WeChat's editor.",
    query: postQuery,
    data: wechatCopy,
    run: (ctx, { query, origin }) => readCopy(ctx, parts, query.id, origin),
  }),
];
