import { z } from 'zod';
import { get, longTextBytes, post } from '#kernel/http/calls.ts';
import { readVersion, readVersions } from './reads.ts';
import * as schema from './schema.ts';
import { createAgreement, deleteAgreement, type Sanitise, saveAgreement } from './service.ts';

const access = { permission: 'settings.manage' };

/** The texts people agree to, version by version. `sanitise` comes from above: settings know no bodies of pieces. */
export const agreementDeskRoutes = (sanitise: Sanitise) => [
  get('/admin/agreement/list', {
    access,
    summary: 'The versions of a text: to come, in force, past.',
    query: schema.versionsQuery,
    data: z.array(schema.versionRecord),
    run: (ctx, { query }) => readVersions(ctx, query),
  }),
  get('/admin/agreement/detail', {
    access,
    summary: 'One version whole.',
    query: schema.versionQuery,
    data: schema.versionDetail,
    run: (ctx, { query }) => readVersion(ctx, query.id),
  }),
  post('/admin/agreement/create', {
    access,
    summary: 'Writes a version, in force at once or from `effectiveAt` on.',
    body: schema.createVersion,
    maxBodyBytes: longTextBytes,
    data: schema.versionDetail,
    run: (ctx, { body }) => createAgreement(ctx, sanitise, body),
  }),
  post('/admin/agreement/save', {
    access,
    summary: 'Changes a version that is still to come; 409 once it is in force.',
    body: schema.saveVersion,
    maxBodyBytes: longTextBytes,
    data: schema.versionDetail,
    run: (ctx, { body }) => saveAgreement(ctx, sanitise, body),
  }),
  post('/admin/agreement/delete', {
    access,
    summary: 'Takes back a version that is still to come; 409 once it is in force.',
    body: schema.deleteInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteAgreement(ctx, body.id),
  }),
];
