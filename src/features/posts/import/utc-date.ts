import { toIso } from '#shared/dates.ts';

/** Reads `2018-05-11 00:00:00`; undefined for the zeros of a draft. */
export function utcDate(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) || text.startsWith('0000')) return undefined;
  const date = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) ? undefined : toIso(date);
}
