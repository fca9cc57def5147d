import { defineFeature } from '#kernel/feature.ts';
import { authorDeskRoutes } from './desk/routes.ts';
import { forgetAuthorMember } from './desk/service.ts';
import { authorRoutes } from './routes.ts';

export {
  findAuthorOfMember,
  findAuthors,
  findFollowings,
  listAuthorsByPrefix,
  type WriterRow,
} from './queries.ts';
export { defineAuthors, ensureAuthors, houseAuthor } from './service.ts';
export { ensureWriter, holdWriting, saveWriter } from './writers.ts';

export const feature = defineFeature({
  name: 'authors',
  routes: [...authorRoutes, ...authorDeskRoutes],
  listeners: { 'member.deleted': forgetAuthorMember },
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
