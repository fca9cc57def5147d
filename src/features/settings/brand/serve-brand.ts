import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '#kernel/config.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { type Tenants, tenantOf } from '#kernel/http/tenant-of.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { type Brand, describeApp, hasPngIcons, iconSizes, readBrand } from '../brand.ts';
import type { Settings } from '../current-settings.ts';
import { drawIcon, drawShare } from './draw-brand.ts';
import { drawSeal } from './icon-svg.ts';

/** What the addresses of the brand and of the offline page are made from. */
export type BrandedSite = Tenants & {
  config: Pick<Config, 'apiBase'>;
  settings: Settings;
  files: Pick<FileStore, 'read'>;
  contextOf: (tenant: Tenant) => Context;
};
type Declared = { brand: Brand; tenant: Tenant; reply: FastifyReply };

/** Serves icons, manifest, shared picture and log-in picture of the site. */
export function serveBrand(server: FastifyInstance, app: BrandedSite): void {
  const loginPicture = readFileSync(new URL('./tide.svg', import.meta.url));
  // A drawing takes tens of milliseconds; the version in its key changes with what it shows.
  const drawings = new LRUCache<string, Promise<Buffer>>({ max: 50 });
  const declareFile = (path: string, type: string, answer: (declared: Declared) => unknown) =>
    server.get(path, { config: { access: 'page' } }, async (request, reply) => {
      const tenant = tenantOf(app, request);
      const brand = await readBrand(app, tenant);
      reply.header('content-type', type).header('cache-control', cachingOf(request, brand));
      return answer({ brand, tenant, reply });
    });
  const sendMissing = (reply: FastifyReply) =>
    reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('');
  const readSource = (tenant: Tenant, address: string) =>
    address ? app.files.read(tenant.id, address) : Promise.resolve(null);

  /** Registers a drawing; one that fails is drawn again for the next request. */
  const declareDrawing = (
    path: string,
    type: string,
    hasOne: (brand: Brand) => boolean,
    draw: (brand: Brand, tenant: Tenant) => Promise<Buffer>,
  ) =>
    declareFile(path, type, ({ brand, tenant, reply }) => {
      if (!hasOne(brand)) return sendMissing(reply);
      const key = `${tenant.id} ${brand.version} ${path}`;
      const drawing = drawings.get(key) ?? draw(brand, tenant);
      drawings.set(key, drawing);
      drawing.catch(() => drawings.delete(key));
      return drawing;
    });
  const declareIcon = (name: string, options: Parameters<typeof drawIcon>[2]) =>
    declareDrawing(`/brand/${name}.png`, 'image/png', hasPngIcons, async (brand, tenant) =>
      drawIcon(brand, await readSource(tenant, brand.iconSource), options),
    );

  for (const size of iconSizes)
    declareIcon(`icon-${size}`, { size, isSolid: size === 180, margin: size === 180 ? 0.08 : 0 });
  // Launchers cut up to a tenth off each side of a maskable icon, and their corners.
  declareIcon('maskable-512', { size: 512, isSolid: true, margin: 0.18 });
  declareDrawing(
    '/brand/share.jpg',
    'image/jpeg',
    ({ share }) => share !== '',
    async (brand, tenant) =>
      drawShare(
        brand,
        await readSource(tenant, brand.shareSource),
        await readSource(tenant, brand.iconSource),
      ),
  );
  declareFile('/favicon.svg', 'image/svg+xml', ({ brand, reply }) => reply.send(drawSeal(brand)));
  declareFile('/favicon.ico', 'text/plain', ({ brand, reply }) =>
    reply.redirect(`${brand.iconSource ? '/brand/icon-32.png' : '/favicon.svg'}?v=${brand.version}`, 302),
  );
  declareFile('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', ({ brand, reply }) =>
    reply.send(JSON.stringify(describeApp(brand))),
  );
  declareFile('/brand/picture.svg', 'image/svg+xml', ({ brand, reply }) =>
    brand.seal ? reply.send(loginPicture) : sendMissing(reply),
  );
}

/** An address with the version of its content never changes; others are asked for again. */
const cachingOf = ({ query }: FastifyRequest, { version }: Brand): string =>
  (query as { v?: unknown }).v === version ? 'public, max-age=31536000, immutable' : 'no-cache';
