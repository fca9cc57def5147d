import { z } from 'zod';
import { bringForWriter, uploadForWriter } from '#features/media/index.ts';
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
import {
  addInput,
  bringInput,
  check,
  columns,
  detail,
  fullness,
  idInput,
  idQuery,
  itemQuery,
  list,
  listQuery,
  notes,
  preview,
  previewQuery,
  profile,
  profileInput,
  reviewed,
  saved,
  saveInput,
  standing,
  submitInput,
  uploaded,
  uploadInput,
} from './schema.ts';
import {
  addReference,
  cancelReferenceReview,
  deleteReference,
  saveProfile,
  saveReference,
  submitReference,
  withdrawReference,
} from './service.ts';

const access = 'member';
/** Bytes: of one file beside the text. */
const largestFile = 50 * 1024 * 1024;

/** What a member does with the references they write themselves: another's is not there, for every call. */
export const referenceRoutes = (parts: ReferenceParts) => [
  get('/internalReference/isFull', {
    access,
    summary: 'May the caller begin one more reference now?',
    data: fullness,
    run: (ctx) => readFullness(ctx, parts),
  }),
  post('/internalReference/add', {
    access,
    summary: 'Begins a reference; 409 with the reason of isFull.',
    body: addInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => addReference(ctx, parts.settings, body),
  }),
  post('/internalReference/save', {
    access,
    summary: 'Saves a version on top of `base`; 409 when another one was saved meanwhile.',
    body: saveInput,
    maxBodyBytes: longTextBytes,
    data: saved,
    run: (ctx, { body }) => saveReference(ctx, body),
  }),
  get('/internalReference/detail', {
    access,
    summary: 'An own reference as its editor opens it.',
    query: idQuery,
    data: detail,
    run: (ctx, { query }) => readReference(ctx, parts, query.id),
  }),
  get('/internalReference/check', {
    access,
    summary: 'What a submission would meet as things stand.',
    query: idQuery,
    data: check,
    run: (ctx, { query }) => checkReference(ctx, parts, query.id),
  }),
  post('/internalReference/submit', {
    access,
    summary: 'Puts the newest version before a reviewer.',
    body: submitInput,
    data: standing,
    run: (ctx, { body }) => submitReference(ctx, parts.settings, body),
  }),
  post('/internalReference/cancelReview', {
    access,
    summary: 'Takes a reference back from the reviewers.',
    body: idInput,
    data: standing,
    run: (ctx, { body }) => cancelReferenceReview(ctx, body.id),
  }),
  post('/internalReference/withdraw', {
    access,
    summary: 'Takes a published reference out of sight; its buyers are told.',
    body: idInput,
    data: standing,
    run: (ctx, { body }) => withdrawReference(ctx, body.id),
  }),
  post('/internalReference/delete', {
    access,
    summary: 'Deletes a draft for good.',
    body: idInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteReference(ctx, body.id),
  }),
  get('/internalReference/preview', {
    access,
    summary: 'The newest version as a visitor, a member, a VIP or a buyer would read it.',
    query: previewQuery,
    data: preview,
    run: (ctx, { query }) => previewReference(ctx, parts, query as Parameters<typeof previewReference>[2]),
  }),
  get('/internalReference/list', {
    access,
    summary: 'The caller’s references, last changed first: articles are or were out, drafts never.',
    query: listQuery,
    data: list,
    run: (ctx, { query }) => listOwnReferences(ctx, parts, query),
  }),
  get('/internalReference/columns', {
    access,
    summary: 'Columns one may write references in.',
    data: columns,
    run: (ctx) => writableColumns(ctx),
  }),
  get('/internalReference/profile', {
    access,
    summary: 'Who the caller is as an author.',
    data: profile,
    run: (ctx) => readProfile(ctx),
  }),
  post('/internalReference/profile', {
    access,
    summary: 'Says who the caller is as an author; another qualification waits for staff.',
    body: profileInput,
    data: profile,
    run: (ctx, { body }) => saveProfile(ctx, body),
  }),
  post('/internalReference/upload', {
    access,
    summary: 'Takes a picture or a document that the caller writes with.',
    upload: { field: 'file', label: '文件', mostBytes: largestFile, onDisk: true },
    body: uploadInput,
    data: uploaded,
    run: async (ctx, { file, body }) =>
      presentFile(await uploadForWriter(ctx, parts.media, file, body.kind === 'file' ? 'file' : 'image')),
  }),
  post('/internalReference/bring', {
    access,
    summary: 'Brings a picture of another site here, from public addresses only.',
    body: bringInput,
    data: uploaded,
    run: async (ctx, { body }) => presentFile(await bringForWriter(ctx, parts.media, body.url)),
  }),
  get('/reception/reference/notes', {
    access: 'open',
    summary: 'What stands below a published reference: risk text, disclosure, verified qualification.',
    query: idQuery,
    data: notes,
    run: (ctx, { query }) => readNotes(ctx, parts.settings, query.id),
  }),
];

/** What reviewers ask about references. */
export const referenceDeskRoutes = (parts: ReferenceParts) => [
  get('/admin/reference/reviewed', {
    access: { permission: 'content.review' },
    summary:
      'What a reviewer looks at, by the item of the queue, with securities, disclosure and qualification.',
    query: itemQuery,
    data: reviewed,
    run: (ctx, { query }) => readReviewedReference(ctx, parts.settings, query.id),
  }),
  get('/admin/reference/evidence', {
    access: { permission: 'content.review' },
    summary: 'Everything that is known of a reference, as JSON lines sealed by a hash.',
    query: idQuery,
    binary: 'application/octet-stream',
    data: binaryFile,
    run: (ctx, { query }) => exportEvidence(ctx, parts, query.id),
  }),
];
