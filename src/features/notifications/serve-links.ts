import type { FastifyInstance } from 'fastify';
import type { Config } from '#kernel/config.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { sendMessagePage, sendWithErrorPage } from '#kernel/http/message-page.ts';
import { addressOf } from '#kernel/http/networks.ts';
import type { Tenants } from '#kernel/http/tenant-of.ts';
import { type NoticeParts, siteUrl } from './channels/parts.ts';
import { unsubscribe } from './channels/unsubscribe.ts';
import { askBinding, finishBinding, startBinding } from './channels/wechat-binding.ts';

type LinkPortal = Omit<Tenants, 'config'> & {
  config: Pick<Config, 'apiBase'>;
  notices: NoticeParts;
  contextOf: (tenant: Tenant) => Context;
};

type LinkRequest = {
  Params: { tenant?: string };
  Querystring: Record<string, string | string[] | undefined>;
};

/**
 * Serves the addresses that people open from outside the site: the page in WeChat's browser that binds a member to the
 * service account, and the one-click unsubscribe that mailboxes post to (RFC 8058). None has a session; each request is authenticated by its ticket, signature or key alone. To open an address
 * changes nothing of an account: the page names the account, and a POST changes it.
 */
export function serveNoticeLinks(
  server: FastifyInstance,
  { config, notices, tenants, defaultTenant, contextOf }: LinkPortal,
): void {
  const { apiBase } = config;
  const contextFor = (id: string | undefined): Context => {
    const tenant = id === undefined ? defaultTenant : tenants.get(id);
    if (!tenant) throw notFound('没有这个租户');
    return contextOf(tenant);
  };
  server.get<LinkRequest>(`${apiBase}/wechat/notices/:tenant?`, openAccess, ({ params, query }, reply) =>
    sendWithErrorPage(reply, async () => {
      const address = await startBinding(contextFor(params.tenant), notices, textOf(query.ticket));
      return reply.header('cache-control', 'no-store').redirect(address, 302);
    }),
  );
  server.get<LinkRequest>(`${apiBase}/wechat/bound/:tenant?`, openAccess, ({ params, query }, reply) =>
    sendWithErrorPage(reply, async () => {
      const given = { ticket: textOf(query.state), code: textOf(query.code) };
      const { account, holder } = await askBinding(contextFor(params.tenant), notices, given);
      return sendMessagePage(reply, 200, {
        title: '关联微信通知？',
        words: `确认后，账号“${account}”的通知会发到这个微信${holder ? `，账号“${holder}”的不再发来` : ''}。如果这不是你的账号，请关闭这个页面。`,
        form: {
          label: '确认关联',
          action: `${apiBase}/wechat/bound${params.tenant === undefined ? '' : `/${params.tenant}`}`,
          fields: { state: given.ticket, code: given.code },
        },
      });
    }),
  );
  server.post<LinkRequest>(`${apiBase}/wechat/bound/:tenant?`, openAccess, (request, reply) =>
    sendWithErrorPage(reply, async () => {
      const { state, code } = (request.body ?? {}) as Record<string, unknown>;
      const given = { ticket: textOf(state), code: textOf(code), address: addressOf(request) };
      const { isFollowing, account } = await finishBinding(contextFor(request.params.tenant), notices, given);
      return isFollowing
        ? sendMessagePage(reply, 200, {
            title: '已关联微信',
            words: '以后选了“微信”的通知会发到这里。请回到通知设置页继续。',
          })
        : sendMessagePage(reply, 200, {
            title: '已关联，还差一步',
            words: `请在微信里搜索并关注服务号“${account}”，关注后才能收到通知。`,
          });
    }),
  );
  // Mail programs without RFC 8058 open the address of the header: the page asks first.
  server.get<LinkRequest>(`${apiBase}/unsubscribe/:tenant?`, openAccess, ({ params, query }, reply) =>
    sendWithErrorPage(reply, async () => {
      const site = await siteUrl(contextFor(params.tenant), notices);
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`${site}/unsubscribe?token=${encodeURIComponent(textOf(query.token))}`, 302);
    }),
  );
  server.register(async (scope) => {
    // Mailboxes post a form that contains only `List-Unsubscribe=One-Click`.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_, body, done) =>
      done(null, body),
    );
    scope.post<LinkRequest>(`${apiBase}/unsubscribe/:tenant?`, openAccess, ({ params, query }, reply) =>
      sendWithErrorPage(reply, async () => {
        const { label } = await unsubscribe(contextFor(params.tenant), textOf(query.token));
        return sendMessagePage(reply, 200, { title: '已退订', words: `不再给你发“${label}”的邮件。` });
      }),
    );
  });
}

const openAccess = { config: { access: 'open' } } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
