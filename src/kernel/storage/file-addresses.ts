/** Hexadecimal digits in names derived from content, and in names of deletable files: the length distinguishes them. */
export const contentDigits = 40;
export const ownDigits = 50;

const addressPattern = /^\/files\/(\w+)\/([0-9a-f]{2})\/([0-9a-f]{38,48})(\.[a-z0-9]{1,5})?$/;

/**
 * Returns the path of an address in the store, `<tenant>/ab/cdef….png`; null for an invalid or another tenant's one.
 */
export function keyOf(tenantId: string, address: string): string | null {
  const [, tenant, folder, rest, ending = ''] = addressPattern.exec(address) ?? [];
  return tenant === tenantId ? `${tenant}/${folder}/${rest}${ending}` : null;
}

/** Returns whether the file at an address may be deleted, because it is not shared. */
export const isDeletable = (address: string): boolean =>
  (addressPattern.exec(address)?.[3]?.length ?? 0) + 2 >= ownDigits;
