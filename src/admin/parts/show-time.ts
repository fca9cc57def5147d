import { dayOf, parseMoment, toIso } from '#shared/dates.ts';

/**
 * Formats an ISO 8601 time, of whatever offset, in Shanghai time to the minute: `11-21 08:30`, with the year if it is not
 * `thisYear`.
 */
export function showTime(iso: string, thisYear = dayOf(new Date()).slice(0, 4)): string {
  const moment = parseMoment(iso);
  const inShanghai = moment ? toIso(moment.first) : iso;
  const [, year = '', rest = '', clock = ''] = /^(\d{4})-(\d{2}-\d{2})T(\d{2}:\d{2})/.exec(inShanghai) ?? [];
  return year === thisYear ? `${rest} ${clock}` : `${year}-${rest} ${clock}`;
}

/** Formats only the time of day: `08:30`. */
export const showClock = (iso: string): string => iso.slice(11, 16);
