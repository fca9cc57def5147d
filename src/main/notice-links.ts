import type { FastifyInstance, FastifyReply } from 'fastify';
import { endSubscription, finishBinding, startBinding } from '#features/notifications/index.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError, notFound } from '#kernel/errors.ts';
import type { App } from './app.ts';
import { drawMessage } from './message-page.ts';

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
        ? drawMessage(reply, 200, {
            title: '已关联微信',
            words: '以后选了“微信”的通知会发到这里。请回到通知设置页继续。',
          })
        : drawMessage(reply, 200, {
            title: '已关联，还差一步',
            words: `请在微信里搜索并关注服务号「${account}」，关注后才能收到通知。`,
          });
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
        return drawMessage(reply, 200, { title: '已退订', words: `不再给你发「${label}」的邮件。` });
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
    return drawMessage(reply, error.kind === 'not_found' ? 404 : 400, {
      title: '没有成功',
      words: error.message,
    });
  }
}
