import { createHash } from 'node:crypto';

/**
 * Returns a version token for optimistic concurrency control: equal values have equal tokens. An editor's save sends
 * the token back; a different current token means that another editor has saved meanwhile.
 */
export const versionToken = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
