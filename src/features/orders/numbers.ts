import { randomInt } from 'node:crypto';
import { toIso } from '#shared/dates.ts';

/**
 * What people and gateways call an order or refund: a letter, the Shanghai second and ten random digits. Nobody
 * learns from one how many there are; the unique key decides in the case that never comes.
 */
const numberOf = (letter: string, now: Date): string =>
  letter + toIso(now).slice(0, 19).replace(/\D/g, '') + String(randomInt(10 ** 10)).padStart(10, '0');

export const orderNumber = (now: Date): string => numberOf('G', now);
export const refundNumber = (now: Date): string => numberOf('T', now);
