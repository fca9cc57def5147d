import { randomInt } from 'node:crypto';
import { toIso } from '#shared/dates.ts';

/**
 * What gateways call one attempt: a letter, the Shanghai second and twelve random digits, as WeChat Pay's 32
 * characters allow. The unique key decides in the case that never comes.
 */
export const tradeNumber = (now: Date): string =>
  `P${toIso(now).slice(0, 19).replace(/\D/g, '')}${String(randomInt(10 ** 12)).padStart(12, '0')}`;
