import { z } from 'zod';
import { get, maxLongTextBytes, post } from '#kernel/http/calls.ts';
import type { FindByKeyword, FindOffers } from '../reads.ts';
import { binPost, unbinPost } from './bin.ts';
import { changeMany } from './change-many.ts';
import { editMany } from './edit-many.ts';
import type { Gate } from './gate.ts';
import { publishPost, submitPost, withdrawPostAsAdmin } from './publish.ts';
import { findNamedSecurities, listAdminPosts, listAuthors, listVersions, previewPost } from './reads.ts';
import {
  cancelPostReview,
  checkPost,
  readAdminPostWithReview,
  readReviewedPost,
  readUnseen,
} from './review.ts';
import * as schema from './schema.ts';
import { changesOfPost, contribute, readsOfPost } from './scope.ts';
import {
  closePost,
  createPost,
  openPost,
  restoreVersion,
  savePostAsAdmin,
  setPublishedAt,
} from './service.ts';
import { undoMany } from './undo-many.ts';
import { postVersions } from './versions.ts';

const view = { permission: 'content.view' };
const edit = { permission: 'content.edit' };
const viewOwn = { ...view, or: contribute };
const editOwn = { ...edit, or: contribute };
const publish = { permission: 'content.publish' };
const holder = z.object({ id: z.string(), name: z.string() }).nullable();

export const adminRoutes = (findByKeyword: FindByKeyword, findOffers: FindOffers, gate: Gate) => [
  get('/admin/post/list', {
    access: viewOwn,
    summary: 'Lists posts in every state, last changed first, by state, column and keyword.',
    query: schema.adminQuery,
    data: schema.adminPage,
    run: (ctx, { query }) => listAdminPosts(ctx, query, findByKeyword),
  }),
  post('/admin/post/create', {
    access: editOwn,
    summary: 'Creates a draft.',
    body: schema.createInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => createPost(ctx, body),
  }),
  get('/admin/post/reviewed', {
    access: { permission: 'content.review' },
    summary: 'Returns the submitted version and the published one of a review item, for a reviewer.',
    query: schema.idQuery,
    data: schema.reviewedPost,
    run: (ctx, { query }) => readReviewedPost(ctx, query.id),
  }),
  post('/admin/post/changeMany', {
    access: editOwn,
    summary:
      'Publishes, withdraws, deletes or restores up to 50 posts independently; reports which were refused and why.',
    body: schema.changeManyInput,
    data: schema.outcomes,
    run: (ctx, { body }) => changeMany(ctx, body, gate),
  }),
  post('/admin/post/editMany', {
    access: edit,
    summary:
      'Changes column, author, tags, access or price of up to 50 posts at once; published ones need content.publish.',
    body: schema.editManyInput,
    data: schema.outcomes,
    run: (ctx, { body }) => editMany(ctx, body),
  }),
  post('/admin/post/undoMany', {
    access: edit,
    summary: 'Undoes a bulk change for up to 50 posts that were not changed since.',
    body: schema.undoManyInput,
    data: schema.outcomes,
    run: (ctx, { body }) => undoMany(ctx, body),
  }),
  get('/admin/post/authors', {
    access: viewOwn,
    summary: 'Lists authors by the beginning of their name, to choose the author of a post.',
    query: schema.authorsQuery,
    data: schema.authors,
    run: (ctx, { query }) => listAuthors(ctx, query.name ?? ''),
  }),
  ...readsOfPost([
    get('/admin/post/detail', {
      access: viewOwn,
      summary: 'Returns a post as the editor opens it: its newest version.',
      query: schema.idQuery,
      data: schema.adminPost,
      run: (ctx, { query }) => readAdminPostWithReview(ctx, query.id),
    }),
    post('/admin/post/check', {
      access: viewOwn,
      summary: 'Returns the sensitive words of the newest version.',
      body: schema.idInput,
      data: schema.hits,
      run: (ctx, { body }) => checkPost(ctx, body.id),
    }),
    get('/admin/post/unseen', {
      access: viewOwn,
      summary: 'Returns what readers will not see of the newest version, such as pictures of other sites.',
      query: schema.idQuery,
      data: schema.unseen,
      run: (ctx, { query }) => readUnseen(ctx, query.id),
    }),
    get('/admin/post/securities', {
      access: viewOwn,
      summary: 'Returns the securities that title, summary and body of the newest version name.',
      query: schema.idQuery,
      data: schema.namedSecurities,
      run: (ctx, { query }) => findNamedSecurities(ctx, query.id),
    }),
    get('/admin/post/versions', {
      access: viewOwn,
      summary: 'Lists the versions of a post, newest first.',
      query: schema.idQuery,
      data: z.array(schema.versionRecord),
      run: (ctx, { query }) => listVersions(ctx, query.id),
    }),
    get('/admin/post/version', {
      access: viewOwn,
      summary: 'Returns one version in full.',
      query: schema.versionQuery,
      data: schema.content,
      run: (ctx, { query }) => postVersions.read(ctx.db, query.id, query.number),
    }),
    get('/admin/post/preview', {
      access: viewOwn,
      summary: 'Returns the newest version as a visitor, a member, a VIP or a buyer would read it.',
      query: schema.previewQuery,
      data: schema.preview,
      run: (ctx, { query }) => previewPost(ctx, query.id, query.as, findOffers),
    }),
  ]),
  ...changesOfPost([
    post('/admin/post/save', {
      access: editOwn,
      summary: 'Saves a version on top of the version `base`; 409 if another version was saved meanwhile.',
      body: schema.saveInput,
      maxBodyBytes: maxLongTextBytes,
      data: schema.saved,
      run: (ctx, { body }) => savePostAsAdmin(ctx, body),
    }),
    post('/admin/post/publish', {
      access: publish,
      summary:
        'Publishes the newest version of a post now, at `at`, or now with the past time `publishedAt`.',
      body: schema.publishInput,
      data: schema.published,
      run: (ctx, { body }) => publishPost(ctx, body, gate),
    }),
    post('/admin/post/setPublishedAt', {
      access: publish,
      summary: 'Corrects the time of publication of a published post.',
      body: schema.setPublishedAtInput,
      data: z.boolean(),
      run: (ctx, { body }) => setPublishedAt(ctx, body),
    }),
    post('/admin/post/submit', {
      access: editOwn,
      summary: 'Submits the newest version for review, to be published once approved, or at `at` after that.',
      body: schema.submitInput,
      data: schema.published,
      run: (ctx, { body }) => submitPost(ctx, body, { gate }),
    }),
    post('/admin/post/cancelReview', {
      access: editOwn,
      summary: 'Cancels the pending review of a post.',
      body: schema.idInput,
      data: z.boolean(),
      run: (ctx, { body }) => cancelPostReview(ctx, body.id),
    }),
    post('/admin/post/withdraw', {
      access: publish,
      summary: 'Withdraws a post at once.',
      body: schema.idInput,
      data: z.boolean(),
      run: (ctx, { body }) => withdrawPostAsAdmin(ctx, body.id),
    }),
    post('/admin/post/delete', {
      access: editOwn,
      summary: 'Puts a draft or a withdrawn post into the bin.',
      body: schema.idInput,
      data: z.boolean(),
      run: (ctx, { body }) => binPost(ctx, body.id),
    }),
    post('/admin/post/undelete', {
      access: editOwn,
      summary: 'Takes a post out of the bin, within 30 days.',
      body: schema.idInput,
      data: z.boolean(),
      run: (ctx, { body }) => unbinPost(ctx, body.id),
    }),
    post('/admin/post/restore', {
      access: editOwn,
      summary: 'Saves an old version again as the newest one.',
      body: schema.restoreInput,
      data: schema.saved,
      run: (ctx, { body }) => restoreVersion(ctx, body),
    }),
    post('/admin/post/open', {
      access: editOwn,
      summary:
        'Marks a post as open by the caller and returns who else has it open; to be repeated every 20 s.',
      body: schema.idInput,
      data: z.object({ openedBy: holder }),
      run: (ctx, { body }) => openPost(ctx, body.id),
    }),
    post('/admin/post/close', {
      access: editOwn,
      summary: 'Marks a post as closed by the caller.',
      body: schema.idInput,
      data: z.boolean(),
      run: (ctx, { body }) => closePost(ctx, body.id),
    }),
  ]),
];
