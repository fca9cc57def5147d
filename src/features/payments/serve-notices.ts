import type { FastifyInstance } from 'fastify';
import type { Config } from '#kernel/config.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { addressOf } from '#kernel/http/networks.ts';
import type { Tenants } from '#kernel/http/tenant-of.ts';
import { handleNotice } from './notices.ts';
import type { PaymentParts } from './parts.ts';

type NoticePortal = Tenants & {
  config: Pick<Config, 'apiBase'>;
  payments: PaymentParts;
  contextOf: (tenant: Tenant) => Context;
};

/** Larger than any notice. */
const maxBodyLength = 64 * 1024;

/**
 * Serves the addresses that payment gateways send notices to. They are open to everyone; a notice is authenticated by
 * its signature alone. The body is read as bytes, because the signature covers the bytes, and the answer has the
 * gateway's own format instead of an envelope.
 */
export function servePayNotices(
  server: FastifyInstance,
  { config, payments, tenants, defaultTenant, contextOf }: NoticePortal,
): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyLength }, (_, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { gateway: string; tenant?: string } }>(
      `${config.apiBase}/pay/notify/:gateway/:tenant?`,
      { config: { access: 'open' } },
      async (request, reply) => {
        const { gateway, tenant: id } = request.params;
        const tenant = id === undefined ? defaultTenant : tenants.get(id);
        if (!tenant) throw notFound('没有这个租户');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const incoming = { gateway, body, headers: request.headers, address: addressOf(request) };
        const answer = await handleNotice(contextOf(tenant), payments, incoming);
        return reply
          .code(answer.status)
          .header('cache-control', 'no-store')
          .type(answer.type)
          .send(answer.body);
      },
    );
  });
}
