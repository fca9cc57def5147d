import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { readAdminAuthors } from './reads.ts';
import * as schema from './schema.ts';
import { createAuthor, decideQualification, deleteAuthor, mergeAuthors, saveAuthor } from './service.ts';

const access = { permission: 'authors.manage' };
const done = z.boolean();

export const authorAdminRoutes = [
  get('/admin/author/list', {
    access,
    summary:
      'Lists authors with their numbers of posts and followers, newest first, filtered by the beginning of the name.',
    query: schema.authorListQuery,
    data: schema.authorList,
    run: (ctx, { query }) => readAdminAuthors(ctx, query),
  }),
  post('/admin/author/create', {
    access,
    summary: 'Creates an author.',
    body: schema.authorInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => createAuthor(ctx, body),
  }),
  post('/admin/author/save', {
    access,
    summary: 'Changes an author on every page, list and in search.',
    body: schema.authorChange,
    data: done,
    run: (ctx, { body }) => saveAuthor(ctx, body),
  }),
  post('/admin/author/merge', {
    access,
    summary: 'Merges two authors: posts and followers of `id` move to `into`, and `id` is deleted.',
    body: schema.mergeInput,
    data: done,
    run: (ctx, { body }) => mergeAuthors(ctx, body),
  }),
  post('/admin/author/decideQualification', {
    access,
    summary: "Confirms or refuses an author's stated qualification.",
    body: schema.qualificationDecision,
    data: done,
    run: (ctx, { body }) => decideQualification(ctx, body),
  }),
  post('/admin/author/delete', {
    access,
    summary: 'Deletes an author without posts.',
    body: schema.authorId,
    data: done,
    run: (ctx, { body }) => deleteAuthor(ctx, body.id),
  }),
];
