import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { readTag, readTagDetail, readTagPosts, readTags } from './reads.ts';
import * as schema from './schema.ts';
import { deleteTags, describeTag, freeTagName, mergeTags, renameTag } from './service.ts';

const access = { permission: 'tags.manage' };

export const tagRoutes = [
  get('/reception/tag', {
    access: 'open',
    reads: 'replica',
    summary: 'Returns the tag that a name leads to, with its description.',
    query: schema.nameQuery,
    data: schema.publicTag,
    run: (ctx, { query }) => readTag(ctx, query.name),
  }),
  get('/reception/tagPosts', {
    access: 'open',
    summary: 'Lists the published posts of all kinds with a tag, newest first.',
    query: schema.tagPostsQuery,
    data: schema.tagPostsPage,
    run: (ctx, { query }) => readTagPosts(ctx, query),
  }),
  get('/admin/tag/list', {
    access,
    summary: 'Lists tags by name or by their number of published posts, and the changes in progress.',
    query: schema.tagsQuery,
    data: schema.tagsPage,
    run: (ctx, { query }) => readTags(ctx, query),
  }),
  get('/admin/tag/detail', {
    access,
    summary: 'Returns a tag with the names that lead to it.',
    query: schema.detailQuery,
    data: schema.tagDetail,
    run: (ctx, { query }) => readTagDetail(ctx, query.id),
  }),
  post('/admin/tag/rename', {
    access,
    summary: 'Renames a tag on all posts; answers on how many published ones the worker changes it.',
    body: schema.renameInput,
    data: schema.queued,
    run: (ctx, { body }) => renameTag(ctx, body),
  }),
  post('/admin/tag/merge', {
    access,
    summary: 'Merges tags into another one on all posts.',
    body: schema.mergeInput,
    data: schema.queued,
    run: (ctx, { body }) => mergeTags(ctx, body),
  }),
  post('/admin/tag/delete', {
    access,
    summary: 'Deletes tags from all posts.',
    body: schema.deleteInput,
    data: schema.queued,
    run: (ctx, { body }) => deleteTags(ctx, body.ids),
  }),
  post('/admin/tag/describe', {
    access,
    summary: 'Changes the paragraph on the page of a tag.',
    body: schema.describeInput,
    data: z.boolean(),
    run: (ctx, { body }) => describeTag(ctx, body),
  }),
  post('/admin/tag/freeName', {
    access,
    summary: 'Frees a former name of a tag, so that posts may have it again; may be repeated.',
    body: schema.freeNameInput,
    data: z.boolean(),
    run: (ctx, { body }) => freeTagName(ctx, body.name),
  }),
];
