/**
 * Time in the portal is stored as instants and shown in Asia/Shanghai, which has had no daylight saving since 1991, so
 * a day always has 24 hours and the offset is always +08:00.
 */
const offsetMs = 8 * 3_600_000;
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Formats ISO 8601 with the portal's offset: `2026-11-20T07:30:00+08:00`. Drops milliseconds. */
export function toIso(date: Date): string {
  return `${new Date(date.getTime() + offsetMs).toISOString().slice(0, 19)}+08:00`;
}

/** Returns the Shanghai calendar day of an instant: `2026-11-20`. */
export function dayOf(date: Date): string {
  return toIso(date).slice(0, 10);
}

/**
 * Parses a moment from a user or an API client: ISO 8601 with or without an offset (without: Shanghai time), or a date
 * alone, which means the whole Shanghai day.
 * @returns the first and the last millisecond, or null for an invalid date
 */
export function parseMoment(text: string): { first: Date; last: Date } | null {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text.trim(),
    );
  if (!match) return null;
  const [, day = '', clock, zone = '+08:00'] = match;
  const first = new Date(`${day}T${clock ?? '00:00'}${zone}`);
  // There is no year 0, and a Shanghai morning of 1 January of the year 1 still falls into it in UTC.
  const isReal = first.getTime() >= firstMoment && isCalendarDay(day);
  if (!isReal) return null;
  return { first, last: clock ? first : new Date(first.getTime() + dayMs - 1) };
}

const firstMoment = Date.parse('0001-01-01T00:00:00Z');

// Some engines roll 2026-02-30 over to March instead of rejecting it.
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/**
 * Formats a time for a by-line: today 07:30, 昨天, this year 11-18, else 2025-11-18 (by design, no relative time beyond
 * 昨天). Both arguments are ISO texts with the offset +08:00.
 */
export function bylineTime(iso: string, today: string): string {
  const day = iso.slice(0, 10);
  if (day === today) return iso.slice(11, 16);
  if (day === dayOf(new Date(Date.parse(`${today}T00:00:00+08:00`) - dayMs))) return '昨天';
  return day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;
}

/** Formats a day in full: 2026 年 11 月 28 日. */
export function formatLongDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${year} 年 ${month} 月 ${day} 日`;
}

/**
 * Adds calendar months and keeps the Shanghai day and time of day. In a shorter month the day becomes its last: one
 * month after 31 January is 28 or 29 February (docs/product.md §14). Keeps milliseconds.
 */
export function addMonths(date: Date, months: number): Date {
  const local = new Date(date.getTime() + offsetMs);
  const day = local.getUTCDate();
  local.setUTCDate(1);
  local.setUTCMonth(local.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate();
  local.setUTCDate(Math.min(day, lastDay));
  return new Date(local.getTime() - offsetMs);
}

/** Returns the start of a Shanghai month `2026-11` and the start of the next month. */
export function monthBounds(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00+08:00`);
  return { from, to: addMonths(from, 1) };
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];

/** Returns the weekday of a calendar day `2026-11-20`: 星期五. */
export function weekdayOf(day: string): string {
  return `星期${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}`;
}
