import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { type OldAddress, wordPressQuery, writeAddress } from '#shared/old-address.ts';
import { addMissing, deleteRarestMissing } from './missing-queries.ts';

/** Maximum number of rows; the rarest are deleted first, and ignored ones last. */
const maxRows = 5000;
/** Bounds what a flood of invented addresses costs: this many rows per second and process. */
const maxPerFlush = 200;
const maxLength = 500;

const pending = perTenant(() => ({ missing: new Map<string, { hits: number; referrer: string }>() }));

/** Counts an address that nothing answered, unless it is one that no reader asks for. `flushMissing` writes it. */
export function countMissing({ tenant }: Context, address: OldAddress, referrer: string): void {
  const { missing } = pending(tenant);
  const kept = missingAddressOf(address);
  if (kept === null) return;
  const known = missing.get(kept);
  if (!known && missing.size >= maxPerFlush) return;
  missing.set(kept, { hits: (known?.hits ?? 0) + 1, referrer: referrer || (known?.referrer ?? '') });
}

/** Writes the collected addresses in one statement, and deletes the rarest beyond the limit. */
export async function flushMissing(ctx: Context): Promise<void> {
  const state = pending(ctx.tenant);
  const { missing } = state;
  if (missing.size === 0) return;
  state.missing = new Map();
  await inTransaction(ctx, async (trx) => {
    if (await addMissing(trx, missing, ctx.now())) await deleteRarestMissing(trx, maxRows);
  });
}

// Programs that look for weak spots ask for these, readers do not.
const scanned = /\/(?:\.|wp-(?:admin|content|includes|json|login)|xmlrpc|cgi-bin|vendor|phpmyadmin|pma)/i;
const privateFeed = /^\/feed\/private(?:\/|$)/i;
const pageExtensions = /^(?:html?|shtml|xhtml|aspx?|jsp)$/i;

/**
 * Returns the address of a page, with the parameters of WordPress only, since others may be personal; null for files and
 * for what programs scan, and for what may contain a secret.
 */
export function missingAddressOf({ path, query }: OldAddress): string | null {
  const extension = /\.([a-z][a-z0-9]{0,4})$/i.exec(path)?.[1];
  const isPage = extension === undefined || pageExtensions.test(extension);
  const address = writeAddress({ path, query: wordPressQuery(query) });
  // What stays escaped is not UTF-8, or a sign that no address of a page contains.
  if (!isPage || scanned.test(path) || path.includes('%') || address.length > maxLength) return null;
  // A mistyped private address still contains its secret, which staff and exports must not see.
  if (privateFeed.test(path) || hasToken(path)) return null;
  return address === '/' ? null : address;
}

/** Returns the host of the page that a reader came from; '' for this site and what is no web page. */
export function referrerHostOf(referrer: string | undefined, ownHost: string): string {
  const url = referrer === undefined ? null : URL.parse(referrer);
  return url && /^https?:$/.test(url.protocol) && url.host !== ownHost ? url.host.slice(0, 253) : '';
}

/**
 * Whether a path may contain a token of ours (`newToken`: 43 characters of base64url), also with something before or
 * behind it. Slugs of titles are as long, but have one case.
 */
const hasToken = (path: string): boolean =>
  (path.match(/[\w-]{40,}/g) ?? []).some((run) => /[A-Z]/.test(run) && /[a-z]/.test(run));
