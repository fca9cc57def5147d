/** Whether a tag can be part of a header that lists tags. */
export const isCdnTag = (tag: string): boolean => /^[\w:-]{1,60}$/.test(tag);

/** Returns the name of a tag at the CDN, which stores the pages of all tenants; `*` is on every page of the tenant. */
export const cdnTag = (tenantId: string, tag: string): string => `${tenantId}/${tag === '*' ? 'all' : tag}`;
