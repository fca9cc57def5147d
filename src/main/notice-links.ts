import type { FastifyInstance, FastifyReply } from 'fastify';
import { endSubscription, finishBinding, startBinding } from '#features/notifications/index.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError, notFound } from '#kernel/errors.ts';
import type { App } from './app.ts';

type Asked = { Params: { tenant?: string }; Querystring: Record<string, string | string[] | undefined> };

/**
 * Addresses that people do not open from this site: what WeChat's browser goes through so that notices reach its
 * owner, and what a mailbox posts to when its owner wants no more letters (RFC 8058). None of them knows a session;
 * what is in the address is believed by its ticket or signature alone.
 */
export function serveNoticeLinks(
  app: FastifyInstance,
  { config, notices, tenants, defaultTenant, contextOf }: App,
): void {
  const { apiBase } = config;
  const contextFor = (id: string | undefined): Context => {
    const tenant = id === undefined ? defaultTenant : tenants.get(id);
    if (!tenant) throw notFound('没有这个租户');
    return contextOf(tenant);
  };
  app.get<Asked>(`${apiBase}/wechat/notices/:tenant?`, open, ({ params, query }, reply) =>
    drawFaults(reply, async () => {
      const address = await startBinding(contextFor(params.tenant), notices, textOf(query.ticket));
      return reply.header('cache-control', 'no-store').redirect(address, 302);
    }),
  );
  app.get<Asked>(`${apiBase}/wechat/bound/:tenant?`, open, ({ params, query }, reply) =>
    drawFaults(reply, async () => {
      const given = { ticket: textOf(query.state), code: textOf(query.code) };
      const { isFollowing, account } = await finishBinding(contextFor(params.tenant), notices, given);
      return isFollowing
        ? draw(reply, 200, '已关联微信', '以后选了“微信”的通知会发到这里。请回到通知设置页继续。')
        : draw(
            reply,
            200,
            '已关联，还差一步',
            `请在微信里搜索并关注服务号「${account}」，关注后才能收到通知。`,
          );
    }),
  );
  app.register(async (letters) => {
    // Mailboxes post a form that says nothing but `List-Unsubscribe=One-Click`.
    letters.removeAllContentTypeParsers();
    letters.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_, body, done) =>
      done(null, body),
    );
    letters.post<Asked>(`${apiBase}/unsubscribe/:tenant?`, open, ({ params, query }, reply) =>
      drawFaults(reply, async () => {
        const { label } = await endSubscription(contextFor(params.tenant), textOf(query.token));
        return draw(reply, 200, '已退订', `不再给你发「${label}」的邮件。`);
      }),
    );
  });
}

const open = { config: { access: 'open' } } as const;

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/** Whoever stands before the page is a person: what went wrong is said in the page, not in an envelope. */
async function drawFaults(reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return draw(reply, error.kind === 'not_found' ? 404 : 400, '没有成功', error.message);
  }
}

function draw(reply: FastifyReply, status: number, title: string, words: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .send(page(escapeHtml(title), escapeHtml(words)));
}

const page = (title: string, words: string): string => `<!doctype html><html lang="zh-CN"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<style>body{margin:0;font:17px/1.75 system-ui,sans-serif}main{max-width:26em;margin:22vh auto;padding:0 24px}h1{font-size:22px}</style>
</head><body><main><h1>${title}</h1><p>${words}</p></main></body></html>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
