import type { Snapshot } from '#kernel/db/copy-out.ts';

/** Passes lines on and notes the files of this tenant that they speak of, as `ab/cdef….png`. */
export async function* noteAddresses(
  lines: AsyncIterable<string>,
  tenantId: string,
  addresses: Set<string>,
): AsyncGenerator<string> {
  const shape = new RegExp(`/files/${tenantId}/([0-9a-f]{2}/[0-9a-f]{38,62}(?:\\.[a-z0-9]{1,5})?)`, 'g');
  for await (const line of lines) {
    for (const [, path = ''] of line.matchAll(shape)) addresses.add(path);
    yield line;
  }
}

/**
 * Every file that a tenant's tables speak of, but for the reports of exports, which name what they did not find. Reads all
 * rows, which takes a while on a large site.
 */
export async function addressesInUse(snapshot: Snapshot, tenantId: string): Promise<string[]> {
  const addresses = new Set<string>();
  for (const table of snapshot.tables.filter(({ name }) => name !== 'transfers'))
    for await (const _ of noteAddresses(snapshot.rows(table, new Set()), tenantId, addresses));
  return [...addresses].sort().map((path) => `/files/${tenantId}/${path}`);
}
