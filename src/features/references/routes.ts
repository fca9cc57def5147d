import { z } from 'zod';
import { cardInput, linkCard } from '#features/media/index.ts';
import { binaryFile, byHand, get, maxLongTextBytes, post } from '#kernel/http/calls.ts';
import { exportEvidence } from './evidence.ts';
import { listWritableColumns } from './own-references.ts';
import type { ReferenceParts } from './parts.ts';
import { presentFile } from './present.ts';
import {
  checkReference,
  listOwnReferences,
  previewReference,
  readProfile,
  readQuota,
  readReference,
  readReferenceNotes,
} from './reads.ts';
import { readReviewedReference } from './reviewed-reference.ts';
import * as schema from './schema.ts';
import {
  addReference,
  cancelReferenceReview,
  deleteReference,
  saveProfile,
  saveReference,
  submitReference,
  withdrawReference,
} from './service.ts';
import { fetchCard, importPicture, uploadFile } from './uploads.ts';

const access = 'member';
/** Maximum size in bytes of an attached file. */
const maxFileBytes = 50 * 1024 * 1024;

/** Calls for members' own references. Another member's reference is not found by any of them. */
export const referenceRoutes = (parts: ReferenceParts) => [
  get('/internalReference/isFull', {
    access,
    summary: 'Returns whether the caller may begin another reference now, and if not, the reason.',
    data: schema.quota,
    run: (ctx) => readQuota(ctx, parts),
  }),
  post('/internalReference/add', {
    access,
    limit: byHand,
    summary: 'Creates a draft of a reference; 409 with the reason that `isFull` returns.',
    body: schema.addInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => addReference(ctx, parts.settings, body),
  }),
  post('/internalReference/save', {
    access,
    limit: byHand,
    summary: 'Saves a version on top of the version `base`; 409 if another version was saved meanwhile.',
    body: schema.saveInput,
    maxBodyBytes: maxLongTextBytes,
    data: schema.saved,
    run: (ctx, { body }) => saveReference(ctx, body),
  }),
  get('/internalReference/detail', {
    access,
    summary: "Returns the caller's own reference as the editor opens it.",
    query: schema.idQuery,
    data: schema.detail,
    run: (ctx, { query }) => readReference(ctx, parts, query.id),
  }),
  get('/internalReference/check', {
    access,
    summary: 'Checks whether the newest version would be accepted for review now, without submitting it.',
    query: schema.idQuery,
    data: schema.check,
    run: (ctx, { query }) => checkReference(ctx, parts, query.id),
  }),
  post('/internalReference/submit', {
    access,
    limit: byHand,
    summary: 'Submits the newest version for review.',
    body: schema.submitInput,
    data: schema.standing,
    run: (ctx, { body }) => submitReference(ctx, parts.settings, body),
  }),
  post('/internalReference/cancelReview', {
    access,
    limit: byHand,
    summary: 'Cancels the pending review of a reference.',
    body: schema.idInput,
    data: schema.standing,
    run: (ctx, { body }) => cancelReferenceReview(ctx, body.id),
  }),
  post('/internalReference/withdraw', {
    access,
    limit: byHand,
    summary: 'Withdraws a published reference and notifies its buyers.',
    body: schema.idInput,
    data: schema.standing,
    run: (ctx, { body }) => withdrawReference(ctx, body.id),
  }),
  post('/internalReference/delete', {
    access,
    limit: byHand,
    summary: 'Deletes a draft permanently.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteReference(ctx, body.id),
  }),
  get('/internalReference/preview', {
    access,
    summary: 'Returns the newest version as a visitor, a member, a VIP or a buyer would read it.',
    query: schema.previewQuery,
    data: schema.preview,
    run: (ctx, { query }) => previewReference(ctx, parts, query as Parameters<typeof previewReference>[2]),
  }),
  get('/internalReference/list', {
    access,
    summary:
      "Lists the caller's references, last changed first, by shelf: `draft` has the drafts, `article` all others.",
    query: schema.listQuery,
    data: schema.list,
    run: (ctx, { query }) => listOwnReferences(ctx, parts, query),
  }),
  get('/internalReference/columns', {
    access,
    summary: 'Lists the columns that members may write references in.',
    data: schema.columns,
    run: (ctx) => listWritableColumns(ctx),
  }),
  get('/internalReference/profile', {
    access,
    summary: "Returns the caller's author profile.",
    data: schema.profile,
    run: (ctx) => readProfile(ctx),
  }),
  post('/internalReference/profile', {
    access,
    limit: byHand,
    summary: "Saves the caller's author profile; a changed qualification waits for verification by staff.",
    body: schema.profileInput,
    data: schema.profile,
    run: (ctx, { body }) => saveProfile(ctx, body),
  }),
  post('/internalReference/upload', {
    access,
    limit: byHand,
    summary: "Uploads a picture or a document for the caller's references.",
    upload: { field: 'file', label: '文件', maxBytes: maxFileBytes, onDisk: true },
    body: schema.uploadInput,
    data: schema.uploaded,
    run: async (ctx, { file, body }) =>
      presentFile(await uploadFile(ctx, parts, file, body.kind === 'file' ? 'file' : 'image')),
  }),
  post('/internalReference/bring', {
    access,
    limit: byHand,
    summary: "Imports a picture of another site for the caller's references, from public IP addresses only.",
    body: schema.importInput,
    data: schema.uploaded,
    run: async (ctx, { body }) => presentFile(await importPicture(ctx, parts, body.url)),
  }),
  post('/internalReference/card', {
    access,
    summary:
      "Returns what a page of another site says about itself for the caller's references, from public IP addresses only.",
    body: cardInput,
    data: linkCard,
    run: (ctx, { body }) => fetchCard(ctx, parts, body.url),
  }),
  get('/reception/reference/notes', {
    access: 'open',
    summary:
      'Returns the notes below a published reference: risk text, disclosure and verified qualification.',
    query: schema.idQuery,
    data: schema.notes,
    run: (ctx, { query }) => readReferenceNotes(ctx, parts.settings, query.id),
  }),
];

export const referenceAdminRoutes = (parts: ReferenceParts) => [
  get('/admin/reference/reviewed', {
    access: { permission: 'content.review' },
    summary:
      'Returns the reference of a review item, for a reviewer, with its securities, disclosure and qualification.',
    query: schema.itemQuery,
    data: schema.reviewed,
    run: (ctx, { query }) => readReviewedReference(ctx, parts.settings, query.id),
  }),
  get('/admin/reference/evidence', {
    access: { permission: 'content.review' },
    summary: 'Exports everything known of a reference as JSON lines, sealed by a hash.',
    query: schema.idQuery,
    binary: 'application/octet-stream',
    data: binaryFile,
    run: (ctx, { query }) => exportEvidence(ctx, parts, query.id),
  }),
];
