import type { Settings } from '#features/settings/index.ts';
import { defineFeature } from '#kernel/feature.ts';
import { pageRoutes } from './routes.ts';

export { readFooter } from './footer/service.ts';
export { deleteImportedPage, importedPages, restorePagePictures } from './import-page.ts';
export { readMenu } from './menu/service.ts';
export { findPageTitles } from './queries.ts';
export { isOpenPath, listPublishedPages } from './reads.ts';

export const feature = defineFeature({
  name: 'pages',
  routes: ({ settings }: { settings: Settings }) => pageRoutes(settings),
  tables: {
    content: ['footers', 'menus', 'page_versions', 'pages'],
    options: { pages: { label: '单页' } },
  },
  permissions: [
    {
      code: 'pages.manage',
      group: '版面',
      name: '单页与页脚',
      about: '关于我们、联系我们等页面，页脚的链接',
      order: 40,
    },
  ],
  menu: [
    { to: '/pages', label: '单页', icon: 'list', permission: 'pages.manage', group: 'editing', order: 55 },
  ],
});
