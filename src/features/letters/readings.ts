import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { notFound, rateLimited } from '#kernel/errors.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { hourMs } from '#shared/dates.ts';
import type { LetterParts } from './parts.ts';
import { updateReading } from './reading-queries.ts';

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
export async function recordReading(
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
export function letterTarget(site: string, path: string): string {
  const base = URL.parse(site);
  const target = base && path.startsWith('/') ? URL.parse(path, base) : null;
  if (!target || target.origin !== base?.origin) throw notFound('这个链接不完整，请从邮件里重新打开');
  return target.href;
}
