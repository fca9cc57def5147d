import type { FastifyInstance } from 'fastify';
import { takeNotice } from '#features/payments/index.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from './app.ts';

/** Larger than any notice. */
const longestBody = 64 * 1024;

/**
 * Where payment gateways bring their notices: open to everybody, believed by signature alone. The body is read as bytes,
 * because that is what was signed, and the answer is whatever each gateway wants to hear instead of an envelope.
 */
export function servePayNotices(
  app: FastifyInstance,
  { config, payments, tenants, defaultTenant, contextOf }: App,
): void {
  app.register(async (notices) => {
    notices.removeAllContentTypeParsers();
    notices.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: longestBody }, (_, body, done) =>
      done(null, body),
    );
    notices.post<{ Params: { gateway: string; tenant?: string } }>(
      `${config.apiBase}/pay/notify/:gateway/:tenant?`,
      { config: { access: 'open' } },
      async (request, reply) => {
        const { gateway, tenant: id } = request.params;
        const tenant = id === undefined ? defaultTenant : tenants.get(id);
        if (!tenant) throw notFound('没有这个租户');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const incoming = { gateway, body, headers: request.headers, address: request.ip };
        const answer = await takeNotice(contextOf(tenant), payments, incoming);
        return reply
          .code(answer.status)
          .header('cache-control', 'no-store')
          .type(answer.type)
          .send(answer.body);
      },
    );
  });
}
