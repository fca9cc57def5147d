import { z } from 'zod';
import { get, maxLongTextBytes, post } from '#kernel/http/calls.ts';
import { readVersion, readVersions } from './reads.ts';
import * as schema from './schema.ts';
import { createAgreement, deleteAgreement, type Sanitise, saveAgreement } from './service.ts';

const access = { permission: 'settings.manage' };

/** Admin routes of the agreements. `sanitise` comes from above, since settings do not depend on posts. */
export const agreementAdminRoutes = (sanitise: Sanitise) => [
  get('/admin/agreement/list', {
    access,
    summary: 'Lists the versions of an agreement: upcoming, in force and past.',
    query: schema.versionsQuery,
    data: z.array(schema.versionRecord),
    run: (ctx, { query }) => readVersions(ctx, query),
  }),
  get('/admin/agreement/detail', {
    access,
    summary: 'Returns one version of an agreement in full.',
    query: schema.versionQuery,
    data: schema.versionDetail,
    run: (ctx, { query }) => readVersion(ctx, query.id),
  }),
  post('/admin/agreement/create', {
    access,
    summary: 'Creates a version of an agreement, in force at once or from `effectiveAt` on.',
    body: schema.createVersion,
    maxBodyBytes: maxLongTextBytes,
    data: schema.versionDetail,
    run: (ctx, { body }) => createAgreement(ctx, sanitise, body),
  }),
  post('/admin/agreement/save', {
    access,
    summary: 'Changes an upcoming version; 409 once it is in force.',
    body: schema.saveVersion,
    maxBodyBytes: maxLongTextBytes,
    data: schema.versionDetail,
    run: (ctx, { body }) => saveAgreement(ctx, sanitise, body),
  }),
  post('/admin/agreement/delete', {
    access,
    summary: 'Deletes an upcoming version; 409 once it is in force.',
    body: schema.deleteInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteAgreement(ctx, body.id),
  }),
];
