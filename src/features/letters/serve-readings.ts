import type { FastifyInstance } from 'fastify';
import { siteUrl } from '#features/notifications/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { DomainError, notFound } from '#kernel/errors.ts';
import { sendWithErrorPage } from '#kernel/http/message-page.ts';
import { addressOf } from '#kernel/http/networks.ts';
import type { Tenants } from '#kernel/http/tenant-of.ts';
import type { LetterParts } from './parts.ts';
import { letterTarget, recordReading } from './readings.ts';

type ReadingPortal = Omit<Tenants, 'config'> & {
  config: Pick<Config, 'apiBase'>;
  letters: LetterParts;
  contextOf: (tenant: Tenant) => Context;
};

type LinkRequest = {
  Params: { tenant?: string };
  Querystring: Record<string, string | string[] | undefined>;
};

/** Serves what counts openings and clicks of a letter. Each request is authenticated by the key in its address. */
export function serveReadings(
  server: FastifyInstance,
  { config: { apiBase }, letters, tenants, defaultTenant, contextOf }: ReadingPortal,
): void {
  const contextFor = (id: string | undefined): Context => {
    const tenant = id === undefined ? defaultTenant : tenants.get(id);
    if (!tenant) throw notFound('没有这个租户');
    return contextOf(tenant);
  };
  server.get<LinkRequest>(`${apiBase}/letter/opened/:tenant?`, openAccess, async (request, reply) => {
    const { params, query } = request;
    const given = { key: textOf(query.key), address: addressOf(request) };
    // The picture arrives whatever happened to the count.
    await recordReading(contextFor(params.tenant), letters, 'opened', given).catch(ignoreRefusal);
    return reply.header('cache-control', 'no-store').type('image/gif').send(emptyGif);
  });
  server.get<LinkRequest>(`${apiBase}/letter/clicked/:tenant?`, openAccess, (request, reply) =>
    sendWithErrorPage(reply, async () => {
      const { params, query } = request;
      const ctx = contextFor(params.tenant);
      const target = letterTarget(await siteUrl(ctx, letters), textOf(query.to));
      const given = { key: textOf(query.key), address: addressOf(request) };
      await recordReading(ctx, letters, 'clicked', given).catch(ignoreRefusal);
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(target, 302);
    }),
  );
}

const openAccess = { config: { access: 'open' } } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A transparent picture of one pixel. */
const emptyGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** @throws every error but a refusal of the count */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}
