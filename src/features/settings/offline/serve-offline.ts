import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { tenantOf } from '#kernel/http/tenant-of.ts';
import { xmlText } from '#shared/text/xml.ts';
import type { BrandedSite } from '../brand/serve-brand.ts';
import { type Brand, readBrand } from '../brand.ts';

const readScript = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/**
 * Serves the service worker, and the page that it shows when the network fails (docs/product.md §36). While the operator
 * has switched it off, the worker is one that deletes everything and ends, so that browsers which have the other get rid
 * of it at their next visit.
 */
export function serveOffline(server: FastifyInstance, app: BrandedSite): void {
  const worker = readScript('./worker.js');
  const farewell = readScript('./farewell.js');
  const script = readScript('./offline-page.js');
  const declareFile = (
    path: string,
    type: string,
    write: (site: { brand: Brand; isOffered: boolean }) => string,
  ) =>
    server.get(path, { config: { access: 'page' } }, async (request, reply): Promise<FastifyReply> => {
      const tenant = tenantOf(app, request);
      const brand = await readBrand(app, tenant);
      const { site } = await app.settings(app.contextOf(tenant));
      return reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .type(`text/${type}; charset=utf-8`)
        .send(write({ brand, isOffered: site.offline }));
    });

  // A changed text makes browsers install the worker again, and with it the offline page.
  declareFile('/sw.js', 'javascript', ({ brand, isOffered }) => {
    if (!isOffered) return farewell;
    const version = createHash('sha256')
      .update(`${script}${renderPage(brand)}`)
      .digest('hex')
      .slice(0, 16);
    const constants = { version, apiBase: app.config.apiBase };
    const lines = Object.entries(constants).map(
      ([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`,
    );
    return `${lines.join('')}${worker}`;
  });
  declareFile('/offline.js', 'javascript', () => script);
  declareFile('/offline.html', 'html', ({ brand }) => renderPage(brand));
}

// Stored with the page, so it also applies without a network. The worker itself fetches pages of this site only.
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// The same colours as ui/tokens.css, whose file may not be in the browser's cache.
const style = `
:root{color-scheme:light dark;--page:light-dark(#fcfbf8,#141517);--text:light-dark(#17191b,#e9e7e2);--muted:light-dark(#5a5d60,#a9a7a1);--rule:light-dark(#d9d5cc,#34363a);--c-accent:light-dark(#c2371c,#f2745a)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
body{margin:0;background:var(--page);color:var(--text);font:17px/1.8 'Songti SC','Noto Serif SC',serif}
header,main{max-width:684px;margin:0 auto;padding:0 20px}
header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:4px 16px;padding-block:14px;border-bottom:3px double var(--text)}
header b{font-size:22px;letter-spacing:.08em}
.state{margin:16px 0;padding:12px 16px;border:1px solid var(--rule);font:15px/1.6 system-ui,sans-serif}
button{margin-inline-start:12px;min-height:36px;padding:4px 14px;border:1px solid var(--text);border-radius:3px;background:none;color:inherit;font:inherit;cursor:pointer}
h1{font-size:28px;line-height:1.4;margin:24px 0 4px}h2{font-size:20px;margin:32px 0 8px}
.note{margin:0 0 12px;color:var(--muted);font:14px/1.6 system-ui,sans-serif}
ul{list-style:none;margin:0;padding:0}main>div>ul>li{padding:12px 0;border-top:1px solid var(--rule)}main>div>ul p{margin:0}
a{color:inherit;text-underline-offset:.2em}a:hover{color:var(--c-accent)}
.body{overflow-wrap:anywhere}.stock span{margin-inline-start:.3em}.body pre,.body table{display:block;overflow-x:auto}`;

function renderPage(brand: Brand): string {
  const name = xmlText(brand.name);
  return (
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">` +
    `<meta name="robots" content="noindex"><meta name="theme-color" content="#fcfbf8" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#141517" media="(prefers-color-scheme: dark)">` +
    `<title>没有网络 - ${name}</title><style>${style}${brand.accentStyle}</style></head>` +
    `<body><header><b>${name}</b><span class="note">离线阅读</span></header><main>` +
    '<p class="state" role="status">现在连不上网站，可能没有网络。连上后这一页会自动刷新。<button type="button" id="retry">再试一次</button></p>' +
    '<div id="offline"></div></main><script src="/offline.js"></script></body></html>'
  );
}
