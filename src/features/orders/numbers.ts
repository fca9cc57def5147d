import { randomInt } from 'node:crypto';
import { toIso } from '#shared/dates.ts';

/**
 * Returns the number under which people and gateways know an order or refund: a letter, the Shanghai time to the second
 * and ten random digits. It does not reveal how many there are; a unique key excludes duplicates.
 */
const numberOf = (letter: string, now: Date): string =>
  letter + toIso(now).slice(0, 19).replace(/\D/g, '') + String(randomInt(10 ** 10)).padStart(10, '0');

export const orderNumber = (now: Date): string => numberOf('G', now);
export const refundNumber = (now: Date): string => numberOf('T', now);
