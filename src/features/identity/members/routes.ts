import { z } from 'zod';
import { binaryFile, get, post } from '#kernel/http/calls.ts';
import { exportMembers } from './export.ts';
import { listMembers, readMember, readTags } from './reads.ts';
import * as schema from './schema.ts';
import { addTags, blockMember, removeTags, revealMember, signOutMember, unblockMember } from './service.ts';

const view = { permission: 'members.view' };
const manage = { permission: 'members.manage' };
const done = z.boolean();

/** The people desk: members found, tagged, shut out and let in again by staff. */
export const memberDeskRoutes = [
  get('/admin/member/list', {
    access: view,
    summary: 'Members, newest first, by name, number, id, tag, role, state, VIP and day of registration.',
    query: schema.memberQuery,
    data: schema.memberPage,
    run: (ctx, { query }) => listMembers(ctx, query),
  }),
  get('/admin/member/detail', {
    access: view,
    summary: 'One member: account, roles, tags, sessions, consents.',
    query: schema.idQuery,
    data: schema.memberDetail,
    run: (ctx, { query }) => readMember(ctx, query.id),
  }),
  get('/admin/member/tags', {
    access: view,
    summary: 'The tags in use, with how many members have each, counted to 1,000.',
    data: schema.tagList,
    run: (ctx) => readTags(ctx),
  }),
  get('/admin/member/export', {
    access: manage,
    summary: 'The filtered list as CSV with whole numbers; that it was taken is recorded.',
    binary: 'text/csv; charset=utf-8',
    query: schema.memberFilter,
    data: binaryFile,
    run: (ctx, { query }) => exportMembers(ctx, query),
  }),
  post('/admin/member/reveal', {
    access: manage,
    summary: 'The whole number and e-mail address of a member; that it was looked at is recorded.',
    body: schema.idInput,
    data: z.object({ mobile: z.string(), email: z.string().nullable() }),
    run: (ctx, { body }) => revealMember(ctx, body.id),
  }),
  post('/admin/member/block', {
    access: manage,
    summary: 'Shuts an account and ends its sessions; not one’s own, nor the last administrator’s.',
    body: schema.reasonInput,
    data: done,
    run: (ctx, { body }) => blockMember(ctx, body),
  }),
  post('/admin/member/unblock', {
    access: manage,
    summary: 'Opens a shut account again.',
    body: schema.idInput,
    data: done,
    run: (ctx, { body }) => unblockMember(ctx, body.id),
  }),
  post('/admin/member/signOut', {
    access: manage,
    summary: 'Ends every session of a member.',
    body: schema.idInput,
    data: done,
    run: (ctx, { body }) => signOutMember(ctx, body.id),
  }),
  post('/admin/member/addTags', {
    access: manage,
    summary: 'Gives up to 100 members tags; all or nobody.',
    body: schema.tagsInput,
    data: done,
    run: (ctx, { body }) => addTags(ctx, body),
  }),
  post('/admin/member/removeTags', {
    access: manage,
    summary: 'Takes tags from up to 100 members.',
    body: schema.tagsInput,
    data: done,
    run: (ctx, { body }) => removeTags(ctx, body),
  }),
];
