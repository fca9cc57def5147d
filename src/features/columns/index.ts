import { defineFeature } from '#kernel/feature.ts';
import type { CountColumnPosts } from './manage/reads.ts';
import { columnAdminRoutes } from './manage/routes.ts';
import { ownColumnRoutes } from './own/routes.ts';
import { columnRoutes } from './routes.ts';

export type { CountColumnPosts } from './manage/reads.ts';
export { versionTokenOfOrder } from './manage/reads.ts';
export { createPlainColumn } from './manage/service.ts';
export { columnRefusal, ownColumns, requireAllColumns, requireColumn } from './own/own-columns.ts';
export { type ColumnRow, listColumnRows, lockColumns, updatePositions } from './queries.ts';
export { columnRows, findOffAddresses, listColumns, listOffColumns } from './reads.ts';
export { defineColumns } from './service.ts';

export const feature = defineFeature({
  name: 'columns',
  routes: ({ countColumnPosts }: { countColumnPosts: CountColumnPosts }) => [
    ...columnRoutes,
    ...columnAdminRoutes(countColumnPosts),
    ...ownColumnRoutes,
  ],
  tables: { content: ['columns'], options: { columns: { label: '栏目', seeded: { upTo: 3 } } } },
  permissions: [
    { code: 'columns.manage', group: '版面', name: '栏目', about: '新建、修改、排序、删除栏目', order: 10 },
  ],
  menu: [
    {
      to: '/columns',
      label: '栏目',
      icon: 'books',
      permission: 'columns.manage',
      group: 'editing',
      order: 40,
    },
  ],
});
