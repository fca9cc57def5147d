import type { FastifyReply } from 'fastify';
import { DomainError } from '../errors.ts';
import type { Failure } from './envelope.ts';

type Message = {
  title: string;
  words: string;
  link?: { label: string; href: string };
  /** A button that posts the fields to this site. */
  form?: { label: string; action: string; fields: Readonly<Record<string, string>> };
};

/** The content security policy of a page that consists of its document and inline styles. */
export const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const formPolicy = documentPolicy.replace("form-action 'none'", "form-action 'self'");

/**
 * Answers with a small self-contained page for addresses that people open outside the site: what happened, and a link
 * to continue.
 */
export const sendMessagePage = (reply: FastifyReply, status: number, message: Message): FastifyReply =>
  sendDocument(reply.header('referrer-policy', 'no-referrer'), status, message);

function sendDocument(reply: FastifyReply, status: number, message: Message): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', message.form ? formPolicy : documentPolicy)
    .send(page(message));
}

/** Answers an address that no route answers, or whose route failed, with a page that says why. */
export function sendRefusedPage(reply: FastifyReply, { status, msg, retryAfter }: Failure): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const title = status === 404 ? '没有这一页' : '这一页没能打开';
  return sendDocument(reply, status, { title, words: msg, link: { label: '回首页', href: '/index' } });
}

function page({ title, words, link, form }: Message): string {
  const linkHtml = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>` : '';
  return `<!doctype html><html lang="zh-CN"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>
<style>body{margin:0;font:17px/1.75 system-ui,sans-serif}main{max-width:26em;margin:22vh auto;padding:0 24px}h1{font-size:22px}a{color:inherit}button{font:inherit;padding:.4em 1.2em}</style>
</head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(words)}</p>${form ? formHtml(form) : ''}${linkHtml}</main></body></html>`;
}

function formHtml({ label, action, fields }: NonNullable<Message['form']>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>${escapeHtml(label)}</button></form>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** Answers errors with a page instead of an envelope, because a person opened this address in a browser. */
export async function sendWithErrorPage(
  reply: FastifyReply,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return sendMessagePage(reply, error.kind === 'not_found' ? 404 : 400, {
      title: '没有成功',
      words: error.message,
    });
  }
}
