import { get } from '#kernel/http/calls.ts';
import { readAudit } from './reads.ts';
import { auditPage, auditQuery } from './schema.ts';

export const auditRoutes = [
  get('/admin/audit/list', {
    access: { permission: 'audit.view' },
    summary: 'What staff did, newest first, with before and after.',
    query: auditQuery,
    data: auditPage,
    run: (ctx, { query }) => readAudit(ctx, query),
  }),
];
