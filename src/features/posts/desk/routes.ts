import { z } from 'zod';
import { get, longTextBytes, post } from '#kernel/http/calls.ts';
import type { FindByKeyword, FindOffers } from '../reads.ts';
import type { Gate } from './gate.ts';
import { publishPost, submitPost, withdrawFromDesk } from './publish.ts';
import { listAuthors, listDesk, listVersions, previewPost, readVersion } from './reads.ts';
import { cancelPostReview, checkPost, openDeskPost, readReviewedPost } from './review.ts';
import * as schema from './schema.ts';
import { closePost, createPost, deleteDraft, openPost, restoreVersion, savePost } from './service.ts';

const view = { permission: 'content.view' };
const edit = { permission: 'content.edit' };
const publish = { permission: 'content.publish' };
const holder = z.object({ id: z.string(), name: z.string() }).nullable();

/** The editorial desk: pieces written, versioned, published and withdrawn by staff. */
export const deskRoutes = (findByKeyword: FindByKeyword, findOffers: FindOffers, gate: Gate) => [
  get('/admin/post/list', {
    access: view,
    summary: 'Pieces of every state, last changed first, by state, column and keyword.',
    query: schema.deskQuery,
    data: schema.deskPage,
    run: (ctx, { query }) => listDesk(ctx, query, findByKeyword),
  }),
  get('/admin/post/detail', {
    access: view,
    summary: 'A piece as the editor opens it: its newest version.',
    query: schema.idQuery,
    data: schema.deskPost,
    run: (ctx, { query }) => openDeskPost(ctx, query.id),
  }),
  post('/admin/post/create', {
    access: edit,
    summary: 'Begins a draft.',
    body: schema.createInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => createPost(ctx, body),
  }),
  post('/admin/post/save', {
    access: edit,
    summary: 'Saves a version on top of `base`; 409 when somebody else saved meanwhile.',
    body: schema.saveInput,
    maxBodyBytes: longTextBytes,
    data: schema.saved,
    run: (ctx, { body }) => savePost(ctx, body),
  }),
  post('/admin/post/publish', {
    access: publish,
    summary: 'Shows the newest version to readers now, or at `at`.',
    body: schema.publishInput,
    data: schema.published,
    run: (ctx, { body }) => publishPost(ctx, body, gate),
  }),
  post('/admin/post/check', {
    access: view,
    summary: 'The sensitive words of the newest version.',
    body: schema.idInput,
    data: schema.hits,
    run: (ctx, { body }) => checkPost(ctx, body.id),
  }),
  post('/admin/post/submit', {
    access: edit,
    summary: 'Puts the newest version before a reviewer, to come out once approved, or then at `at`.',
    body: schema.submitInput,
    data: schema.published,
    run: (ctx, { body }) => submitPost(ctx, body, { gate }),
  }),
  post('/admin/post/cancelReview', {
    access: edit,
    summary: 'Takes a piece back out of the review queue.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => cancelPostReview(ctx, body.id),
  }),
  get('/admin/post/reviewed', {
    access: { permission: 'content.review' },
    summary:
      'What a reviewer looks at, by the item of the queue: the version submitted and what readers see now.',
    query: schema.idQuery,
    data: schema.reviewedPost,
    run: (ctx, { query }) => readReviewedPost(ctx, query.id),
  }),
  post('/admin/post/withdraw', {
    access: publish,
    summary: 'Takes a piece out of sight at once.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => withdrawFromDesk(ctx, body.id),
  }),
  post('/admin/post/delete', {
    access: edit,
    summary: 'Deletes a draft.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteDraft(ctx, body.id),
  }),
  post('/admin/post/restore', {
    access: edit,
    summary: 'Saves an old version anew.',
    body: schema.restoreInput,
    data: schema.saved,
    run: (ctx, { body }) => restoreVersion(ctx, body),
  }),
  post('/admin/post/open', {
    access: edit,
    summary: 'Says that the caller has a piece open, and who else has; to be repeated every 20 s.',
    body: schema.idInput,
    data: z.object({ openedBy: holder }),
    run: (ctx, { body }) => openPost(ctx, body.id),
  }),
  post('/admin/post/close', {
    access: edit,
    summary: 'The caller has closed a piece.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => closePost(ctx, body.id),
  }),
  get('/admin/post/versions', {
    access: view,
    summary: 'The versions of a piece, newest first.',
    query: schema.idQuery,
    data: z.array(schema.versionRecord),
    run: (ctx, { query }) => listVersions(ctx, query.id),
  }),
  get('/admin/post/version', {
    access: view,
    summary: 'One version whole.',
    query: schema.versionQuery,
    data: schema.content,
    run: (ctx, { query }) => readVersion(ctx, query.id, query.number),
  }),
  get('/admin/post/preview', {
    access: view,
    summary: 'The newest version as a visitor, a member or a VIP would read it.',
    query: schema.previewQuery,
    data: schema.preview,
    run: (ctx, { query }) => previewPost(ctx, query.id, query.as, findOffers),
  }),
  get('/admin/post/authors', {
    access: view,
    summary: 'Authors whose name begins with what was typed, for the choice of a piece’s author.',
    query: schema.authorsQuery,
    data: schema.authors,
    run: (ctx, { query }) => listAuthors(ctx, query.name ?? ''),
  }),
];
