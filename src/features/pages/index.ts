import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { ownPagePath, slugOfPath } from '#shared/own-page.ts';
import { findPageTitles } from './queries.ts';
import { isOpenPath, listPublishedPages } from './reads.ts';
import { pageRoutes } from './routes.ts';

export { readFooter } from './footer/service.ts';
export { deleteImportedPage, importedPages, restorePagePictures } from './import-page.ts';
export { readMenu } from './menu/service.ts';

const listPaths = async (ctx: Context): Promise<string[]> =>
  (await listPublishedPages(ctx)).map(({ slug }) => ownPagePath(slug));

export const feature = defineFeature({
  name: 'pages',
  routes: ({ settings }: { settings: Settings }) => pageRoutes(settings),
  site: {
    sitemap: { order: 10, list: listPaths },
    paths: listPaths,
    isOpen: async (ctx, path) => (slugOfPath(path) === undefined ? undefined : isOpenPath(ctx, path)),
    listRequests: async (ctx) =>
      (await listPublishedPages(ctx)).flatMap(({ slug }) => [
        { path: ownPagePath(slug) },
        { call: '/reception/getPage', query: { slug } },
      ]),
  },
  names: { page: ({ db }, ids) => findPageTitles(db, ids) },
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
