import { z } from 'zod';
import { importReport } from '#kernel/http/bodies.ts';
import { binaryFile, get, post } from '#kernel/http/calls.ts';
import { importRedirects, maxFileBytes } from './import-redirects.ts';
import { ignoreMissing, readMissing, removeMissing } from './missing.ts';
import { exportRedirects, readRedirects } from './reads.ts';
import * as schema from './schema.ts';
import { type RouteNamer, removeRedirects, saveRedirect } from './service.ts';

const access = { permission: 'settings.manage' } as const;

export const redirectRoutes = (nameRoutes: RouteNamer) => [
  get('/admin/redirect/list', {
    access,
    summary: 'Lists redirects of old addresses, newest first or by hits.',
    query: schema.redirectsQuery,
    data: schema.redirectsPage,
    run: (ctx, { query }) => readRedirects(ctx, query),
  }),
  post('/admin/redirect/save', {
    access,
    summary: 'Adds or changes a redirect.',
    body: schema.saveInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body, origin }) => saveRedirect(ctx, body, { nameRoutes, site: origin.site }),
  }),
  post('/admin/redirect/delete', {
    access,
    summary: 'Deletes redirects; may be repeated.',
    body: schema.deleteInput,
    data: z.number().int(),
    run: (ctx, { body }) => removeRedirects(ctx, body.ids),
  }),
  post('/admin/redirect/import', {
    access,
    summary: 'Imports redirects from a CSV file with source, target and status.',
    upload: { field: 'file', label: '旧地址文件', maxBytes: maxFileBytes },
    body: schema.importInput,
    data: importReport,
    run: (ctx, { file, body, origin }) =>
      importRedirects(ctx, file, { ...body, nameRoutes, ownHost: new URL(origin.site).host }),
  }),
  get('/admin/redirect/export', {
    access,
    summary: 'Exports all redirects as a CSV file.',
    binary: 'text/csv; charset=utf-8',
    data: binaryFile,
    run: (ctx) => exportRedirects(ctx),
  }),
  get('/admin/redirect/missing', {
    access,
    summary: 'Lists addresses that nothing answered, the most frequent first.',
    query: schema.missingQuery,
    data: schema.missingPage,
    run: (ctx, { query }) => readMissing(ctx, query),
  }),
  post('/admin/redirect/ignoreMissing', {
    access,
    summary: 'Hides addresses that nothing answered from the list, or shows them again; may be repeated.',
    body: schema.ignoreInput,
    data: z.number().int(),
    run: (ctx, { body }) => ignoreMissing(ctx, body),
  }),
  post('/admin/redirect/deleteMissing', {
    access,
    summary: 'Deletes addresses that nothing answered; may be repeated.',
    body: schema.deleteInput,
    data: z.number().int(),
    run: (ctx, { body }) => removeMissing(ctx, body.ids),
  }),
];
