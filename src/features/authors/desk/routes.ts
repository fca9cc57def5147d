import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { listAuthorsForDesk } from './reads.ts';
import * as schema from './schema.ts';
import { createAuthor, decideQualification, deleteAuthor, mergeAuthors, saveAuthor } from './service.ts';

const access = { permission: 'authors.manage' };
const done = z.boolean();

/** The authors desk. */
export const authorDeskRoutes = [
  get('/admin/author/list', {
    access,
    summary: 'Authors, newest first, by the beginning of their name, with pieces and followers.',
    query: schema.authorListQuery,
    data: schema.authorList,
    run: (ctx, { query }) => listAuthorsForDesk(ctx, query),
  }),
  post('/admin/author/create', {
    access,
    summary: 'Adds an author.',
    body: schema.authorInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => createAuthor(ctx, body),
  }),
  post('/admin/author/save', {
    access,
    summary: 'Changes an author on every page, list and search.',
    body: schema.authorChange,
    data: done,
    run: (ctx, { body }) => saveAuthor(ctx, body),
  }),
  post('/admin/author/merge', {
    access,
    summary: 'Makes one author of two; pieces and followers move.',
    body: schema.authorMerging,
    data: done,
    run: (ctx, { body }) => mergeAuthors(ctx, body),
  }),
  post('/admin/author/decideQualification', {
    access,
    summary: 'Says whether an author is qualified as they say.',
    body: schema.qualificationDecision,
    data: done,
    run: (ctx, { body }) => decideQualification(ctx, body),
  }),
  post('/admin/author/delete', {
    access,
    summary: 'Deletes an author who has written nothing.',
    body: schema.authorId,
    data: done,
    run: (ctx, { body }) => deleteAuthor(ctx, body.id),
  }),
];
