import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { readBrand, tenantOf } from '../page-frame.ts';
import { type Brand, describeApp } from './brand.ts';
import { drawSeal } from './icon-svg.ts';

/** Serves icons, manifest and log-in picture of the site. */
export function serveBrand(server: FastifyInstance, app: App): void {
  const picture = readFileSync(new URL('./tide.svg', import.meta.url));
  const declareFile = (path: string, type: string, send: (brand: Brand, reply: FastifyReply) => unknown) =>
    server.get(path, { config: { access: 'page' } }, async (request, reply) => {
      const brand = await readBrand(app, tenantOf(app, request));
      reply.header('content-type', type).header('cache-control', cachingOf(request, brand));
      return send(brand, reply);
    });
  declareFile('/favicon.svg', 'image/svg+xml', (brand, reply) => reply.send(drawSeal(brand)));
  declareFile('/favicon.ico', 'image/svg+xml', ({ version }, reply) =>
    reply.redirect(`/favicon.svg?v=${version}`, 302),
  );
  declareFile('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', (brand, reply) =>
    reply.send(JSON.stringify(describeApp(brand))),
  );
  declareFile('/brand/picture.svg', 'image/svg+xml', ({ seal }, reply) =>
    seal ? reply.send(picture) : reply.code(404).send(''),
  );
}

/** An address with the version of its content never changes; others are asked for again. */
const cachingOf = ({ query }: FastifyRequest, { version }: Brand): string =>
  (query as { v?: unknown }).v === version ? 'public, max-age=31536000, immutable' : 'no-cache';
