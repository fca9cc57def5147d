import { bylineTime } from '#shared/dates.ts';
import type { Moment } from '#ui/types.ts';

/** Day and time of an ISO time with the portal's offset: 今天 14:02, 昨天 21:15, 11-13 10:42, 2025-11-13 10:42. */
export function stampOf(iso: string, today: string): Moment {
  return { text: `${dayName(iso, today)} ${iso.slice(11, 16)}`, dateTime: iso };
}

/** A day written out: 2026 年 11 月 28 日. */
export function longDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${year} 年 ${month} 月 ${day} 日`;
}

/** A day in figures, as beside VIP: 2027-03-08. */
export const shortDay = (iso: string): Moment => ({ text: iso.slice(0, 10), dateTime: iso });

/** A day as people name it: 今天, 昨天, 11-13, 2025-11-13. */
export const dayName = (iso: string, today: string): string =>
  iso.slice(0, 10) === today ? '今天' : bylineTime(iso, today);
