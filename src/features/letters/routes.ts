import { byHand, get, post } from '#kernel/http/calls.ts';
import { addBounces, deleteBounce, deleteBounces, readBounces } from './bounces.ts';
import { createDigest, deleteDigest, readDigests, saveDigest } from './digests.ts';
import { type LetterParts, lettersPermission } from './parts.ts';
import { readAudienceCount, readLetter, readLetters, readRecipients } from './reads.ts';
import * as schema from './schema.ts';
import {
  cancelLetter,
  createLetter,
  deleteLetter,
  previewLetter,
  resumeLetter,
  saveLetter,
  scheduleLetter,
  stopLetter,
  testLetter,
} from './service.ts';
import { readOwnSubscriptions, saveOwnSubscription } from './subscriptions.ts';

const access = { permission: lettersPermission } as const;

export const letterRoutes = (parts: LetterParts) => [
  get('/member/letterSubscriptions', {
    access: 'member',
    summary: 'Returns which letters the caller asked for, and what is missing for them to arrive.',
    data: schema.ownSubscriptions,
    run: (ctx) => readOwnSubscriptions(ctx),
  }),
  post('/member/saveLetterSubscription', {
    access: 'member',
    limit: byHand,
    summary: 'Subscribes the caller to a kind of letter, or ends it; may be repeated.',
    body: schema.subscriptionInput,
    data: schema.ownSubscriptions,
    run: (ctx, { body }) => saveOwnSubscription(ctx, body),
  }),
  get('/admin/letter/list', {
    access,
    summary: 'Lists letters with their states and figures, newest first.',
    query: schema.lettersQuery,
    data: schema.letterPage,
    run: (ctx, { query }) => readLetters(ctx, query),
  }),
  get('/admin/letter/detail', {
    access,
    summary: 'Returns a letter with its text, its posts, its progress and its figures.',
    query: schema.letterQuery,
    data: schema.letterDetail,
    run: (ctx, { query }) => readLetter(ctx, parts, query.id),
  }),
  get('/admin/letter/preview', {
    access,
    summary: 'Composes a letter as a visitor, a member or a VIP member would get it.',
    query: schema.previewQuery,
    data: schema.preview,
    run: (ctx, { query }) => previewLetter(ctx, parts, query.id, query.reader),
  }),
  get('/admin/letter/audience', {
    access,
    summary: 'Counts who would get a letter now.',
    query: schema.audienceQuery,
    data: schema.audienceCount,
    run: (ctx, { query }) => readAudienceCount(ctx, query),
  }),
  get('/admin/letter/recipients', {
    access,
    summary: 'Lists the recipients of a letter in a state, with the reason of a failure.',
    query: schema.recipientsQuery,
    data: schema.recipientPage,
    run: (ctx, { query }) => readRecipients(ctx, query),
  }),
  post('/admin/letter/create', {
    access,
    summary: 'Creates an empty draft.',
    data: schema.created,
    run: (ctx) => createLetter(ctx),
  }),
  post('/admin/letter/save', {
    access,
    summary: 'Saves a draft, whatever it lacks.',
    body: schema.saveInput,
    data: schema.saved,
    run: (ctx, { body }) => saveLetter(ctx, body),
  }),
  post('/admin/letter/delete', {
    access,
    summary: 'Deletes a draft.',
    body: schema.letterBody,
    data: schema.done,
    run: (ctx, { body }) => deleteLetter(ctx, body.id),
  }),
  post('/admin/letter/test', {
    access,
    summary: "Sends one copy of a letter to the caller's own verified address.",
    body: schema.testInput,
    data: schema.tested,
    run: (ctx, { body }) => testLetter(ctx, parts, body),
  }),
  post('/admin/letter/schedule', {
    access,
    summary: 'Sends a draft at a time, or now.',
    body: schema.scheduleInput,
    data: schema.done,
    run: (ctx, { body }) => scheduleLetter(ctx, body),
  }),
  post('/admin/letter/cancel', {
    access,
    summary: 'Makes a scheduled letter a draft again.',
    body: schema.letterBody,
    data: schema.done,
    run: (ctx, { body }) => cancelLetter(ctx, body.id),
  }),
  post('/admin/letter/stop', {
    access,
    summary: 'Stops a letter that is being sent.',
    body: schema.letterBody,
    data: schema.done,
    run: (ctx, { body }) => stopLetter(ctx, body.id),
  }),
  post('/admin/letter/resume', {
    access,
    summary: 'Continues a stopped letter with those who have not got it.',
    body: schema.letterBody,
    data: schema.done,
    run: (ctx, { body }) => resumeLetter(ctx, body.id),
  }),
  get('/admin/letterDigest/list', {
    access,
    summary: 'Lists the digests that the worker makes.',
    data: schema.digests,
    run: (ctx) => readDigests(ctx),
  }),
  post('/admin/letterDigest/create', {
    access,
    summary: 'Adds a digest by day or week.',
    body: schema.digestInput,
    data: schema.created,
    run: (ctx, { body }) => createDigest(ctx, body),
  }),
  post('/admin/letterDigest/save', {
    access,
    summary: 'Changes a digest.',
    body: schema.digestChange,
    data: schema.done,
    run: (ctx, { body }) => saveDigest(ctx, body),
  }),
  post('/admin/letterDigest/delete', {
    access,
    summary: 'Deletes a digest; the letters that it made stay.',
    body: schema.digestBody,
    data: schema.done,
    run: (ctx, { body }) => deleteDigest(ctx, body.id),
  }),
  get('/admin/letterBounce/list', {
    access,
    summary: 'Lists the addresses that get no letters because their mail was returned, newest first.',
    query: schema.bouncesQuery,
    data: schema.bouncePage,
    run: (ctx, { query }) => readBounces(ctx, query),
  }),
  post('/admin/letterBounce/add', {
    access,
    summary: 'Marks the addresses of a list or CSV as bounced.',
    body: schema.bouncesInput,
    data: schema.bouncesAdded,
    run: (ctx, { body }) => addBounces(ctx, body.addresses),
  }),
  post('/admin/letterBounce/delete', {
    access,
    summary: 'Lets an address get letters again.',
    body: schema.bounceBody,
    data: schema.done,
    run: (ctx, { body }) => deleteBounce(ctx, body.id),
  }),
  post('/admin/letterBounce/deleteMany', {
    access,
    summary:
      'Lets all addresses get letters again that the mail server refused since a time, or those of one reason.',
    body: schema.bouncesDeleteInput,
    data: schema.bouncesDeleted,
    run: (ctx, { body }) => deleteBounces(ctx, body),
  }),
];
