import type { Snapshot } from '#kernel/db/copy-out.ts';

/** Passes lines through and collects the addresses of this tenant's files in them, as `ab/cdef….png`. */
export async function* collectAddresses(
  lines: AsyncIterable<string>,
  tenantId: string,
  addresses: Set<string>,
): AsyncGenerator<string> {
  const addressPattern = new RegExp(
    `/files/${tenantId}/([0-9a-f]{2}/[0-9a-f]{38,62}(?:\\.[a-z0-9]{1,5})?)`,
    'g',
  );
  for await (const line of lines) {
    for (const [, path = ''] of line.matchAll(addressPattern)) addresses.add(path);
    yield line;
  }
}

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
