import { z } from 'zod';
import type { Settings } from '#features/settings/index.ts';
import { get, maxLongTextBytes, post } from '#kernel/http/calls.ts';
import { footer, saveFooterInput } from './footer/schema.ts';
import { readEditedFooter, saveFooter } from './footer/service.ts';
import { editedMenu, saveMenuInput } from './menu/schema.ts';
import { readEditedMenu, saveMenu } from './menu/service.ts';
import { readAdminPage, readOwnPage, readPages, readVersions, versions } from './reads.ts';
import * as schema from './schema.ts';
import { createPage, deletePage, publishPage, restoreVersion, savePage, withdrawPage } from './service.ts';

const access = { permission: 'pages.manage' };
/** The menu is mainly the order of the columns. */
const menuAccess = { permission: 'columns.manage' };

export const pageRoutes = (settings: Settings) => [
  get('/reception/getPage', {
    access: 'open',
    summary: 'Returns a published page of the publisher by its slug.',
    query: schema.slugQuery,
    data: schema.ownPage,
    run: (ctx, { query }) => readOwnPage(ctx, query.slug),
  }),
  get('/admin/page/list', {
    access,
    summary: 'Lists the pages of the publisher, the last changed first.',
    data: z.array(schema.pageRecord),
    run: (ctx) => readPages(ctx),
  }),
  get('/admin/page/detail', {
    access,
    summary: 'Returns a page as the editor opens it: its newest version.',
    query: schema.idQuery,
    data: schema.adminPage,
    run: (ctx, { query }) => readAdminPage(ctx, query.id),
  }),
  post('/admin/page/create', {
    access,
    summary: 'Creates a draft from a template.',
    body: schema.createInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => createPage(ctx, settings, body.template),
  }),
  post('/admin/page/save', {
    access,
    summary: 'Saves a version on top of the version `base`; 409 if another version was saved meanwhile.',
    body: schema.saveInput,
    maxBodyBytes: maxLongTextBytes,
    data: schema.saved,
    run: (ctx, { body }) => savePage(ctx, body),
  }),
  post('/admin/page/publish', {
    access,
    summary: 'Publishes the newest version of a page.',
    body: schema.publishInput,
    data: z.object({ slug: z.string() }),
    run: (ctx, { body }) => publishPage(ctx, body),
  }),
  post('/admin/page/withdraw', {
    access,
    summary: 'Takes a page away from readers at once; may be repeated.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => withdrawPage(ctx, body.id),
  }),
  post('/admin/page/delete', {
    access,
    summary: 'Deletes a page that is not published, with its versions.',
    body: schema.idInput,
    data: z.boolean(),
    run: (ctx, { body }) => deletePage(ctx, body.id),
  }),
  get('/admin/page/versions', {
    access,
    summary: 'Lists the versions of a page, newest first.',
    query: schema.idQuery,
    data: schema.versions,
    run: (ctx, { query }) => readVersions(ctx, query.id),
  }),
  get('/admin/page/version', {
    access,
    summary: 'Returns one version of a page in full.',
    query: schema.versionQuery,
    data: schema.content,
    run: (ctx, { query }) => versions.read(ctx.db, query.id, query.number),
  }),
  post('/admin/page/restore', {
    access,
    summary: 'Saves an old version again as the newest.',
    body: schema.restoreInput,
    data: schema.saved,
    run: (ctx, { body }) => restoreVersion(ctx, body),
  }),
  get('/admin/footer/detail', {
    access,
    summary: 'Returns the links of the footer as staff edit them.',
    data: footer,
    run: (ctx) => readEditedFooter(ctx),
  }),
  post('/admin/footer/save', {
    access,
    summary: 'Saves the links of the footer; 409 if another person saved meanwhile.',
    body: saveFooterInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveFooter(ctx, body),
  }),
  get('/admin/menu/detail', {
    access: menuAccess,
    summary: 'Returns the menu of readers as staff edit it: columns, home, contest, links and groups.',
    data: editedMenu,
    run: (ctx) => readEditedMenu(ctx),
  }),
  post('/admin/menu/save', {
    access: menuAccess,
    summary: 'Saves order and visibility of the menu; 409 if menu or columns changed meanwhile.',
    body: saveMenuInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveMenu(ctx, body),
  }),
];
