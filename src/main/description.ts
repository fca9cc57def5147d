import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { describeApi } from '#kernel/http/openapi.ts';
import type { App } from './app.ts';
import { noticePaths } from './pay-notice-paths.ts';

const require = createRequire(import.meta.url);
const swagger = dirname(require.resolve('swagger-ui-dist/package.json'));

const page = (base: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>观澜 API</title><link rel="stylesheet" href="${base}/docs/swagger-ui.css"></head>
<body><main id="api"></main><script src="${base}/docs/swagger-ui-bundle.js"></script><script src="${base}/docs/start.js"></script></body></html>`;

const script = (base: string) =>
  `SwaggerUIBundle({ url: '${base}/openapi.json', domNode: document.getElementById('api'), persistAuthorization: true });`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const types: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
  json: 'application/json',
};

/** The API's description as JSON and as a page to browse; both need no client credential (PRODUCT §4). */
export function serveDescription(app: FastifyInstance, { calls, config }: App): void {
  const base = config.apiBase;
  const asset = (name: string) => readFileSync(join(swagger, name), 'utf8');
  const documents: Record<string, () => string> = {
    '/openapi.json': () =>
      JSON.stringify(
        describeApi(calls, { title: `${config.site.name} API`, version: '1', base }, noticePaths),
      ),
    '/docs': () => page(base),
    '/docs/start.js': () => script(base),
    '/docs/swagger-ui.css': () => asset('swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': () => asset('swagger-ui-bundle.js'),
  };
  for (const [path, make] of Object.entries(documents)) {
    let made: string | undefined;
    const type = types[/\.(\w+)$/.exec(path)?.[1] ?? 'html'];
    app.get(base + path, { config: { access: 'open' } }, (_, reply) => {
      made ??= make();
      return reply
        .header('content-type', `${type}; charset=utf-8`)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .send(made);
    });
  }
}
