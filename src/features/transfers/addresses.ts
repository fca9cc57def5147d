import type { Snapshot } from '#kernel/db/copy-out.ts';

/** Passes lines through and collects the addresses of this tenant's files in them, as `ab/cdef….png`. */
export async function* collectAddresses(
  lines: AsyncIterable<string>,
  tenantId: string,
  addresses: Set<string>,
): AsyncGenerator<string> {
  for await (const line of lines) {
    for (const [, tenant, path = ''] of line.matchAll(fileAddress))
      if (tenant === tenantId) addresses.add(path);
    yield line;
  }
}

/** Yields lines with the addresses of the files of one tenant rewritten for another. */
export async function* rewriteAddresses(
  lines: AsyncIterable<string>,
  from: string,
  to: string,
): AsyncGenerator<string> {
  const rewrite = (whole: string, tenant: string, path: string) =>
    tenant === from ? `/files/${to}/${path}` : whole;
  for await (const line of lines) yield from === to ? line : line.replace(fileAddress, rewrite);
}

/**
 * The address of a stored file of any tenant. A tenant is compared as text and never becomes part of a pattern, because
 * that of an archive is a foreign text.
 */
const fileAddress = /\/files\/([0-9A-Za-z]{1,12})\/([0-9a-f]{2}\/[0-9a-f]{38,62}(?:\.[a-z0-9]{1,5})?)/g;

/**
 * Lists every file that a tenant's tables refer to, except in the reports of exports, which name missing files. Reads
 * all rows, which takes a while on a large site.
 */
export async function listAddressesInUse(snapshot: Snapshot, tenantId: string): Promise<string[]> {
  const addresses = new Set<string>();
  for (const table of snapshot.tables.filter(({ name }) => name !== 'transfers'))
    for await (const _ of collectAddresses(snapshot.rows(table, new Set()), tenantId, addresses));
  return [...addresses].sort().map((path) => `/files/${tenantId}/${path}`);
}
