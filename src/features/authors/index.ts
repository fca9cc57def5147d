import { defineFeature } from '#kernel/feature.ts';
import { authorAdminRoutes } from './manage/routes.ts';
import { onMemberDeleted } from './manage/service.ts';
import { findAuthors } from './queries.ts';
import { authorRoutes } from './routes.ts';
import { onStaffJoined } from './writers.ts';

export {
  findAuthorOfMember,
  findAuthors,
  findAuthorsByName,
  findFollowings,
  listAuthorsByPrefix,
  type WriterRow,
} from './queries.ts';
export { defineAuthors, ensureAuthors, siteAuthor } from './service.ts';
export { ensureWriter, lockWriting, saveWriter } from './writers.ts';

export const feature = defineFeature({
  name: 'authors',
  routes: [...authorRoutes, ...authorAdminRoutes],
  listeners: { 'member.deleted': onMemberDeleted, 'staff.joined': onStaffJoined },
  names: {
    author: async ({ db }, ids) => new Map((await findAuthors(db, ids)).map(({ id, name }) => [id, name])),
  },
  tables: { content: ['authors'], options: { authors: { label: '作者' } } },
  permissions: [
    { code: 'authors.manage', group: '内容', name: '作者', about: '新建、修改、合并、删除作者', order: 60 },
  ],
  menu: [
    {
      to: '/authors',
      label: '作者',
      icon: 'pen',
      permission: 'authors.manage',
      group: 'editing',
      order: 100,
    },
  ],
});
