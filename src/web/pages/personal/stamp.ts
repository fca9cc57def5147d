import { bylineTime } from '#shared/dates.ts';
import type { Moment } from '#ui/types.ts';

/** Day and time of an ISO time with the portal's offset: 今天 14:02, 昨天 21:15, 11-13 10:42, 2025-11-13 10:42. */
export function stampOf(iso: string, today: string): Moment {
  const isToday = iso.slice(0, 10) === today;
  const day = isToday ? '今天' : bylineTime(iso, today);
  return { text: `${day} ${iso.slice(11, 16)}`, dateTime: iso };
}

/** A day written out: 2026 年 11 月 28 日. */
export function longDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${year} 年 ${month} 月 ${day} 日`;
}

/** A day in figures, as beside VIP: 2027-03-08. */
export const shortDay = (iso: string): Moment => ({ text: iso.slice(0, 10), dateTime: iso });
