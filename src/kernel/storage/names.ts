/** Hexadecimal digits of a name made of the content, and of one that may be dropped: the length tells them apart. */
export const contentDigits = 40;
export const ownDigits = 50;

const shape = /^\/files\/(\w+)\/([0-9a-f]{2})\/([0-9a-f]{38,48})(\.[a-z0-9]{1,5})?$/;

/**
 * Where the file of an address lies within the store, `<tenant>/ab/cdef….png`; null for an address of another shape or
 * another tenant's.
 */
export function keyOf(tenantId: string, address: string): string | null {
  const [, tenant, folder, rest, ending = ''] = shape.exec(address) ?? [];
  return tenant === tenantId ? `${tenant}/${folder}/${rest}${ending}` : null;
}

/** Whether the file of an address may be dropped: its name is nobody else's. */
export const isOwn = (address: string): boolean => (shape.exec(address)?.[3]?.length ?? 0) + 2 >= ownDigits;
