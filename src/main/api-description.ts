import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { features } from '#features/index.ts';
import { describeApi, type SentEvent } from '#kernel/http/openapi.ts';
import { readProgramVersion } from '#kernel/version.ts';
import type { App } from './app.ts';

const require = createRequire(import.meta.url);
const swaggerFolder = dirname(require.resolve('swagger-ui-dist/package.json'));

const page = (base: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>API</title><link rel="stylesheet" href="${base}/docs/swagger-ui.css"></head>
<body><main id="api"></main><script src="${base}/docs/swagger-ui-bundle.js"></script><script src="${base}/docs/start.js"></script></body></html>`;

const renderScript = (base: string) =>
  `SwaggerUIBundle({ url: '${base}/openapi.json', domNode: document.getElementById('api'), persistAuthorization: true });`;

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const mediaTypes: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
  json: 'application/json',
};

/**
 * Serves the API description as JSON and as a browsable page, and the version of the program. None needs a client credential (docs/product.md §14).
 */
export function serveApiDescription(server: FastifyInstance, { calls, config }: App): void {
  const base = config.apiBase;
  const asset = (name: string) => readFileSync(join(swaggerFolder, name), 'utf8');
  const paths = Object.assign({}, ...features.map(({ api }) => api?.paths)) as Record<string, object>;
  const events = Object.assign({}, ...features.map(({ api }) => api?.events)) as Record<string, SentEvent>;
  const documents: Record<string, () => string> = {
    '/openapi.json': () =>
      JSON.stringify(describeApi(calls, { title: 'Portal API', version: '1', base }, paths, events)),
    '/docs': () => page(base),
    '/docs/start.js': () => renderScript(base),
    '/docs/swagger-ui.css': () => asset('swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': () => asset('swagger-ui-bundle.js'),
  };
  server.get(`${base}/version`, { config: { access: 'open' } }, async (_, reply) =>
    reply.header('cache-control', 'no-cache').send(await readProgramVersion()),
  );
  for (const [path, render] of Object.entries(documents)) {
    let made: string | undefined;
    const type = mediaTypes[/\.(\w+)$/.exec(path)?.[1] ?? 'html'];
    server.get(base + path, { config: { access: 'open' } }, (_, reply) => {
      made ??= render();
      return reply
        .header('content-type', `${type}; charset=utf-8`)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', contentSecurityPolicy)
        .send(made);
    });
  }
}
