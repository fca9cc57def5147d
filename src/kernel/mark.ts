import { createHash } from 'node:crypto';

/**
 * Says whether something still is what somebody opened: the same value gives the same mark. A save brings it back,
 * and another one at hand means that somebody else saved meanwhile.
 */
export const markOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
