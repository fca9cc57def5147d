import type { Moved } from '#kernel/feature.ts';
import { candidatesOf, locationOf, type OldAddress, readAddress } from '#shared/old-address.ts';
import type { RedirectStatus } from './read-redirect.ts';

export type Redirect = { id: string; source: string; status: RedirectStatus; target: string };

export type RedirectLookup = {
  /** Returns the first redirect of `candidatesOf(address)`. */
  find: (address: OldAddress) => Promise<Redirect | undefined>;
  /** Whether the product itself answers this path. */
  isRoute: (address: string) => Promise<boolean>;
};

/** Saving refuses chains; those that arise later, when several people save, are followed this far. */
const maxHops = 5;

/**
 * Returns where an old address leads, in one hop.
 * @returns null for an address that the product answers, one without a redirect, and one whose redirects form a loop
 */
export async function followRedirects(
  address: OldAddress,
  { find, isRoute }: RedirectLookup,
): Promise<Moved | null> {
  if (address.path !== '/' && (await isRoute(address.path))) return null;
  const first = candidatesOf(address).length > 0 ? await find(address) : undefined;
  if (!first) return null;
  const seen = new Set<string>();
  let redirect = first;
  let path = address.path;
  for (;;) {
    if (redirect.status === 410) return { id: first.id, status: 410, location: '' };
    seen.add(redirect.source);
    const location = locationOf(redirect, path);
    const moved = { id: first.id, status: first.status, location };
    const next = readAddress(location);
    if (!next || (await isRoute(location))) return moved;
    const found = await find(next);
    if (!found) return moved;
    if (seen.has(found.source) || seen.size >= maxHops) return null;
    redirect = found;
    path = next.path;
  }
}
