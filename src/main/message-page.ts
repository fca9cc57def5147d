import type { FastifyReply } from 'fastify';

type Message = { title: string; words: string; link?: { label: string; href: string } };

/** The content security policy of a page that consists of its document and inline styles. */
export const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Answers with a small self-contained page for addresses that people open outside the site: what happened, and a link
 * to continue.
 */
export function sendMessagePage(reply: FastifyReply, status: number, message: Message): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', documentPolicy)
    .send(page(message));
}

function page({ title, words, link }: Message): string {
  const linkHtml = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>` : '';
  return `<!doctype html><html lang="zh-CN"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>
<style>body{margin:0;font:17px/1.75 system-ui,sans-serif}main{max-width:26em;margin:22vh auto;padding:0 24px}h1{font-size:22px}a{color:inherit}</style>
</head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(words)}</p>${linkHtml}</main></body></html>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
