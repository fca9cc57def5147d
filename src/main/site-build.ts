import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Column } from '#features/columns/schema.ts';
import type { BuiltFolder } from '#kernel/storage/built-files.ts';
import type { SiteMenu } from '#shared/menu.ts';
import type { SiteRenderer } from '../web/entry.server.tsx';
import { type PageAssets, readAssets } from './assets.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const clientFolder = join(root, 'dist', 'web', 'client');
const adminFolder = join(root, 'dist', 'admin');
export const siteBuilt: BuiltFolder = { folder: clientFolder, name: 'assets' };
export const adminBuilt: BuiltFolder = { folder: adminFolder, name: 'admin-assets' };
export const siteEntry = 'src/web/entry.client.tsx';
const adminEntry = 'src/admin/entry.tsx';

type ServerEntry = { createSite: (columns: Column[], menu: SiteMenu) => SiteRenderer };

/** The source of the reader's site: the build or, in development, Vite, which reloads what changes. */
export type SiteBuild = {
  createSite: (columns: Column[], menu: SiteMenu) => Promise<SiteRenderer>;
  /** Returns the files that a browser needs for the view in this source file. */
  assetsOf: (source: string) => PageAssets;
  adminAssets: PageAssets;
  /** Completes the document before it is sent; Vite adds its client. */
  finish: <H extends string | string[]>(html: H, address: string) => Promise<H | string>;
  isLive: boolean;
};

/**
 * Loads the built site.
 * @throws if it has not been built
 */
export async function loadSite(): Promise<SiteBuild> {
  const entry = (await import(join(root, 'dist', 'web', 'server', 'entry.server.js'))) as ServerEntry;
  return {
    createSite: async (columns, menu) => entry.createSite(columns, menu),
    assetsOf: readAssets(clientFolder, siteEntry),
    adminAssets: readAssets(adminFolder, adminEntry)(''),
    finish: async (html) => html,
    isLive: false,
  };
}

/** Loads the site from its sources; Vite answers requests for modules before our routes. */
export async function developSite(server: FastifyInstance): Promise<SiteBuild> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root,
    server: { middlewareMode: true },
    appType: 'custom',
    configLoader: 'native',
  });
  server.addHook('onRequest', (request, reply, next) => vite.middlewares(request.raw, reply.raw, next));
  server.addHook('onClose', () => vite.close());
  const assets = (entry: string) => ({
    styles: [],
    scripts: [`/${entry}`],
    preloads: [],
    start: '/src/ui/document-start.js',
  });
  return {
    createSite: async (columns, menu) =>
      ((await vite.ssrLoadModule('/src/web/entry.server.tsx')) as ServerEntry).createSite(columns, menu),
    assetsOf: () => assets(siteEntry),
    adminAssets: assets(adminEntry),
    finish: (html, address) => vite.transformIndexHtml(address, [html].flat().join('')),
    isLive: true,
  };
}
