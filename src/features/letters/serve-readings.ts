import type { FastifyInstance } from 'fastify';
import { siteUrl } from '#features/notifications/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { DomainError, notFound, rateLimited } from '#kernel/errors.ts';
import { sendWithErrorPage } from '#kernel/http/message-page.ts';
import { addressOf, networkOf } from '#kernel/http/networks.ts';
import type { Tenants } from '#kernel/http/tenant-of.ts';
import { hourMs } from '#shared/dates.ts';
import type { LetterParts } from './parts.ts';
import { updateReading } from './reading-queries.ts';

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

/** A mail provider that fetches pictures for its users has few addresses. */
const readings: RateLimit = {
  name: 'letter-readings',
  max: 20_000,
  windowMs: hourMs,
  refuse: (wait) => rateLimited('打开得太频繁，请稍后再试', wait),
};
const readingKey = /^[0-9a-f]{32}$/;

/**
 * Records that a recipient opened a letter, or followed a link in it, for the first time. Does nothing unless the
 * publisher counts readings, which the privacy policy then states (docs/product.md, "Letters").
 * @throws rateLimited
 */
async function recordReading(
  ctx: Context,
  { settings }: Pick<LetterParts, 'settings'>,
  kind: 'opened' | 'clicked',
  { key, address }: { key: string; address: string },
): Promise<void> {
  if (!readingKey.test(key) || !(await settings(ctx)).statistics.letters) return;
  await countHit(ctx, ctx.db, readings, networkOf(address));
  await updateReading(ctx.db, key, kind, ctx.now());
}

/**
 * Returns the address on this site that a link in a letter leads to.
 * @throws notFound for anything but a path of this site, because the link must not lead elsewhere
 */
function letterTarget(site: string, path: string): string {
  const base = URL.parse(site);
  const target = base && path.startsWith('/') ? URL.parse(path, base) : null;
  if (!target || target.origin !== base?.origin) throw notFound('这个链接不完整，请从邮件里重新打开');
  return target.href;
}
