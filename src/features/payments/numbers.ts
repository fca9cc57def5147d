import { randomInt } from 'node:crypto';
import { toIso } from '#shared/dates.ts';

/**
 * Returns the number under which gateways know an attempt: a letter, the Shanghai time to the second and twelve random
 * digits; WeChat Pay allows 32 characters. A unique key excludes duplicates.
 */
export const tradeNumber = (now: Date): string =>
  `P${toIso(now).slice(0, 19).replace(/\D/g, '')}${String(randomInt(10 ** 12)).padStart(12, '0')}`;
