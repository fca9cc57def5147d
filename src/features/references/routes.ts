import { z } from 'zod';
import { binaryFile, get, longTextBytes, post } from '#kernel/http/calls.ts';
import { readReviewedReference } from './desk.ts';
import { exportEvidence } from './evidence.ts';
import { readNotes } from './notes.ts';
import { writableColumns } from './own.ts';
import type { ReferenceParts } from './parts.ts';
import { presentFile } from './present.ts';
import {
  checkReference,
  listOwnReferences,
  previewReference,
  readFullness,
  readProfile,
  readReference,
} from './reads.ts';
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
import { takeFile, takePicture } from './uploads.ts';

const access = 'member';
/** Bytes: of one file beside the text. */
const largestFile = 50 * 1024 * 1024;

/** What a member does with the references they write themselves: another's is not there, for every call. */
export const referenceRoutes = (parts: ReferenceParts) => [
  get('/internalReference/isFull', {
    access,
    summary: 'May the caller begin one more reference now?',
    data: schema.fullness,
    run: (ctx) => readFullness(ctx, parts),
  }),
  post('/internalReference/add', {
    access,
    summary: 'Begins a reference; 409 with the reason of isFull.',
    body: schema.addInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => addReference(ctx, parts.settings, body),
  }),
  post('/internalReference/save', {
    access,
    summary: 'Saves a version on top of `base`; 409 when another one was saved meanwhile.',
    body: schema.saveInput,
    maxBodyBytes: longTextBytes,
    data: schema.saved,
    run: (ctx, { body }) => saveReference(ctx, body),
  }),
  get('/internalReference/detail', {
    access,
    summary: 'An own reference as its editor opens it.',
    query: schema.idQuery,
    data: schema.detail,
    run: (ctx, { query }) => readReference(ctx, parts, query.id),
  }),
  get('/internalReference/check', {
    access,
    summary: 'What a submission would meet as things stand.',
    query: schema.idQuery,
    data: schema.check,
    run: (ctx, { query }) => checkReference(ctx, parts, query.id),
  }),
  post('/internalReference/submit', {
    access,
    summary: 'Puts the newest version before a reviewer.',
    body: schema.submitInput,
    data: schema.standing,
    run: (ctx, { body }) => submitReference(ctx, parts.settings, body),
  }),
  post('/internalReference/cancelReview', {
    access,
    summary: 'Takes a reference back from the reviewers.',
    body: schema.idInput,
    data: schema.standing,
    run: (ctx, { body }) => cancelReferenceReview(ctx, body.id),
  }),
  post('/internalReference/withdraw', {
    access,
    summary: 'Takes a published reference out of sight; its buyers are told.',
    body: schema.idInput,
    data: schema.standing,
    run: (ctx, { body }) => withdrawReference(ctx, body.id),
  }),
  post('/internalReference/delete', {
    access,
    summary: 'Deletes a draft for good.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteReference(ctx, body.id),
  }),
  get('/internalReference/preview', {
    access,
    summary: 'The newest version as a visitor, a member, a VIP or a buyer would read it.',
    query: schema.previewQuery,
    data: schema.preview,
    run: (ctx, { query }) => previewReference(ctx, parts, query as Parameters<typeof previewReference>[2]),
  }),
  get('/internalReference/list', {
    access,
    summary: 'The caller’s references, last changed first: articles are or were out, drafts never.',
    query: schema.listQuery,
    data: schema.list,
    run: (ctx, { query }) => listOwnReferences(ctx, parts, query),
  }),
  get('/internalReference/columns', {
    access,
    summary: 'Columns one may write references in.',
    data: schema.columns,
    run: (ctx) => writableColumns(ctx),
  }),
  get('/internalReference/profile', {
    access,
    summary: 'Who the caller is as an author.',
    data: schema.profile,
    run: (ctx) => readProfile(ctx),
  }),
  post('/internalReference/profile', {
    access,
    summary: 'Says who the caller is as an author; another qualification waits for staff.',
    body: schema.profileInput,
    data: schema.profile,
    run: (ctx, { body }) => saveProfile(ctx, body),
  }),
  post('/internalReference/upload', {
    access,
    summary: 'Takes a picture or a document that the caller writes with.',
    upload: { field: 'file', label: '文件', mostBytes: largestFile, onDisk: true },
    body: schema.uploadInput,
    data: schema.uploaded,
    run: async (ctx, { file, body }) =>
      presentFile(await takeFile(ctx, parts, file, body.kind === 'file' ? 'file' : 'image')),
  }),
  post('/internalReference/bring', {
    access,
    summary: 'Brings a picture of another site here, from public addresses only.',
    body: schema.bringInput,
    data: schema.uploaded,
    run: async (ctx, { body }) => presentFile(await takePicture(ctx, parts, body.url)),
  }),
  get('/reception/reference/notes', {
    access: 'open',
    summary: 'What stands below a published reference: risk text, disclosure, verified qualification.',
    query: schema.idQuery,
    data: schema.notes,
    run: (ctx, { query }) => readNotes(ctx, parts.settings, query.id),
  }),
];

/** What reviewers ask about references. */
export const referenceDeskRoutes = (parts: ReferenceParts) => [
  get('/admin/reference/reviewed', {
    access: { permission: 'content.review' },
    summary:
      'What a reviewer looks at, by the item of the queue, with securities, disclosure and qualification.',
    query: schema.itemQuery,
    data: schema.reviewed,
    run: (ctx, { query }) => readReviewedReference(ctx, parts.settings, query.id),
  }),
  get('/admin/reference/evidence', {
    access: { permission: 'content.review' },
    summary: 'Everything that is known of a reference, as JSON lines sealed by a hash.',
    query: schema.idQuery,
    binary: 'application/octet-stream',
    data: binaryFile,
    run: (ctx, { query }) => exportEvidence(ctx, parts, query.id),
  }),
];
