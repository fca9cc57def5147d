import { z } from 'zod';
import { binaryFile, get, post } from '#kernel/http/calls.ts';
import { exportMembers } from './export-members.ts';
import { listMembers, readMember, readTags } from './reads.ts';
import * as schema from './schema.ts';
import {
  addTags,
  blockMember,
  createMemberAsStaff,
  removeTags,
  revealMember,
  signOutMember,
  unblockMember,
} from './service.ts';

const view = { permission: 'members.view' };
const manage = { permission: 'members.manage' };
const done = z.boolean();

export const memberAdminRoutes = [
  get('/admin/member/list', {
    access: view,
    summary:
      'Lists members, newest first, by name, number, id, tag, role, state, VIP and day of registration.',
    query: schema.memberQuery,
    data: schema.memberPage,
    run: (ctx, { query }) => listMembers(ctx, query),
  }),
  get('/admin/member/detail', {
    access: view,
    summary: 'Returns a member with account, roles, tags, sessions and consents.',
    query: schema.idQuery,
    data: schema.memberDetail,
    run: (ctx, { query }) => readMember(ctx, query.id),
  }),
  get('/admin/member/tags', {
    access: view,
    summary: 'Lists the tags in use with the number of members of each, counted up to 1,000.',
    data: schema.tagList,
    run: (ctx) => readTags(ctx),
  }),
  get('/admin/member/export', {
    access: manage,
    summary: 'Exports the filtered list of members as CSV with unmasked numbers; audits the export.',
    binary: 'text/csv; charset=utf-8',
    query: schema.memberFilter,
    data: binaryFile,
    run: (ctx, { query }) => exportMembers(ctx, query),
  }),
  post('/admin/member/create', {
    access: manage,
    summary: 'Adds a member by mobile number, who then logs in by SMS code; audits the addition.',
    body: schema.createInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => createMemberAsStaff(ctx, body),
  }),
  post('/admin/member/reveal', {
    access: manage,
    summary: "Returns a member's unmasked mobile number and e-mail address; audits the access.",
    body: schema.idInput,
    data: z.object({ mobile: z.string(), email: z.string().nullable() }),
    run: (ctx, { body }) => revealMember(ctx, body.id),
  }),
  post('/admin/member/block', {
    access: manage,
    summary:
      "Blocks an account and ends its sessions, except the caller's own and that of the last administrator.",
    body: schema.reasonInput,
    data: done,
    run: (ctx, { body }) => blockMember(ctx, body),
  }),
  post('/admin/member/unblock', {
    access: manage,
    summary: 'Unblocks an account.',
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
    summary: 'Adds tags to up to 100 members; on an error no member is changed.',
    body: schema.tagsInput,
    data: done,
    run: (ctx, { body }) => addTags(ctx, body),
  }),
  post('/admin/member/removeTags', {
    access: manage,
    summary: 'Removes tags from up to 100 members.',
    body: schema.tagsInput,
    data: done,
    run: (ctx, { body }) => removeTags(ctx, body),
  }),
];
