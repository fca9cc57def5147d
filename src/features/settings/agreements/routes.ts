import { z } from 'zod';
import { get, maxLongTextBytes, post } from '#kernel/http/calls.ts';
import { draftFrom, drafts, readDraft, restoreDraft, saveDraft } from './drafts.ts';
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
  get('/admin/agreement/draft', {
    access,
    summary: 'Returns the draft of an agreement; before its first save, the text in force.',
    query: schema.draftQuery,
    data: schema.draft,
    run: (ctx, { query }) => readDraft(ctx, query.kind),
  }),
  get('/admin/agreement/draftVersions', {
    access,
    summary: 'Lists the versions of a draft, newest first.',
    query: schema.draftQuery,
    data: z.array(schema.draftRecord),
    run: (ctx, { query }) => drafts.list(ctx.db, query.kind),
  }),
  get('/admin/agreement/draftVersion', {
    access,
    summary: 'Returns one version of a draft.',
    query: schema.draftVersionQuery,
    data: schema.draftContent,
    run: (ctx, { query }) => drafts.read(ctx.db, query.kind, query.number),
  }),
  post('/admin/agreement/saveDraft', {
    access,
    summary: 'Saves a version of a draft on top of `base`; 409 if another version was saved meanwhile.',
    body: schema.saveDraft,
    maxBodyBytes: maxLongTextBytes,
    data: schema.draftSaved,
    run: (ctx, { body }) => saveDraft(ctx, body),
  }),
  post('/admin/agreement/restoreDraft', {
    access,
    summary: 'Saves an old version of a draft again as the newest one.',
    body: schema.restoreDraft,
    data: schema.draftSaved,
    run: (ctx, { body }) => restoreDraft(ctx, body),
  }),
  post('/admin/agreement/draftFrom', {
    access,
    summary: 'Saves the text of a version that is or was in force, or is upcoming, as the newest draft.',
    body: schema.draftFrom,
    data: schema.draftSaved,
    run: (ctx, { body }) => draftFrom(ctx, body.id),
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
