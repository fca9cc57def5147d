import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Brand, lastBrandOf } from '#features/settings/index.ts';
import { toFailure } from '#kernel/http/envelope.ts';
import { documentPolicy } from '#kernel/http/message-page.ts';
import { tenantOf } from '#kernel/http/tenant-of.ts';
import { xmlText } from '#shared/text/xml.ts';
import type { App } from './app.ts';

/**
 * Answers with a page for readers if rendering failed: no stack trace, a link to continue, and the error number to
 * quote.
 */
export function sendBrokenPage(app: App) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const number = randomBytes(6).toString('hex');
    const { status, msg, retryAfter } = toFailure(error, number);
    if (status >= 500)
      app.log.error({ err: error, path: request.url.split('?')[0], number }, 'a page could not be rendered');
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const html = renderBrokenPage({
      brand: lastBrandOf(tenantOf(app, request)),
      message: msg,
      reloadSeconds: status === 503 ? 10 : null,
    });
    return (
      reply
        .code(status)
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        // The policy of everything that is no page would refuse its style.
        .header('content-security-policy', documentPolicy)
        .send(html)
    );
  };
}

type BrokenPage = { brand: Brand | undefined; message: string; reloadSeconds: number | null };

// Inline, because the site's own files may be what is missing. Same colours as ui/tokens.css.
const brokenStyle = `
:root{color-scheme:light dark;--text:light-dark(#17191b,#e9e7e2);--muted:light-dark(#46494c,#bbb9b3);--c-accent:light-dark(#c2371c,#f2745a)}
body{margin:0;background:light-dark(#fcfbf8,#141517);color:var(--text);font:17px/1.75 'Songti SC','Noto Serif SC',serif}
header{padding:18px 24px;border-bottom:3px double light-dark(#17191b,#c4c1ba);font-size:22px;font-weight:700;letter-spacing:.08em}
main{max-width:34em;margin:14vh auto;padding:0 24px}
h1{font-size:28px;line-height:1.35;margin:0 0 12px}
p{color:var(--muted);margin:0 0 12px;overflow-wrap:anywhere}
a{color:var(--c-accent)}`;

/**
 * Returns the page for a request whose page cannot be rendered; it reloads itself after `reloadSeconds`, or never if
 * null.
 */
function renderBrokenPage({ brand, message, reloadSeconds }: BrokenPage): string {
  const name = xmlText(brand?.name ?? '');
  const reload = reloadSeconds === null ? '' : `<meta http-equiv="refresh" content="${reloadSeconds}">`;
  const hint = reloadSeconds === null ? '' : `<p>这一页会在 ${reloadSeconds} 秒后自动重试。</p>`;
  return (
    '<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<meta name="robots" content="noindex">${reload}<title>${name || xmlText(message)}</title><style>${brokenStyle}${brand?.accentStyle ?? ''}</style>` +
    `${name && `<header>${name}</header>`}<main><h1>这一页没能打开</h1><p>${xmlText(message)}</p>${hint}` +
    '<p><a href="">再试一次</a>　<a href="/index">回首页</a></p></main></html>'
  );
}
