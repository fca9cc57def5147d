import { bylineTime } from '#shared/dates.ts';
import type { Moment } from '#ui/types.ts';

/** Formats an ISO time with the site's offset: 今天 14:02, 昨天 21:15, 11-13 10:42, 2025-11-13 10:42. */
export function formatStamp(iso: string, today: string): Moment {
  return { text: `${formatDay(iso, today)} ${iso.slice(11, 16)}`, dateTime: iso };
}

/** Formats a day in figures, as beside VIP: 2027-03-08. */
export const formatShortDay = (iso: string): Moment => ({ text: iso.slice(0, 10), dateTime: iso });

/** Formats a day relative to today: 今天, 昨天, 11-13, 2025-11-13. */
export const formatDay = (iso: string, today: string): string =>
  iso.slice(0, 10) === today ? '今天' : bylineTime(iso, today);
