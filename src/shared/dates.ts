/**
 * Time in the portal: stored as instants, shown in Asia/Shanghai, which has had no daylight saving since
 * 1991, so that a day is always 24 hours and the offset always +08:00.
 */
const offsetMs = 8 * 3_600_000;
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** ISO 8601 with the portal's offset: `2026-11-20T07:30:00+08:00`. Milliseconds are dropped. */
export function toIso(date: Date): string {
  return `${new Date(date.getTime() + offsetMs).toISOString().slice(0, 19)}+08:00`;
}

/** The Shanghai calendar day of an instant: `2026-11-20`. */
export function dayOf(date: Date): string {
  return toIso(date).slice(0, 10);
}

/**
 * Reads a moment given by a person or a call: ISO 8601, with or without an offset (without: Shanghai), or a
 * date alone, which is that whole Shanghai day.
 * @returns the first and the last millisecond meant, or null when it is no date
 */
export function parseMoment(text: string): { first: Date; last: Date } | null {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text.trim(),
    );
  if (!match) return null;
  const [, day = '', clock, zone = '+08:00'] = match;
  const first = new Date(`${day}T${clock ?? '00:00'}${zone}`);
  // The year 0 is none, and a Shanghai morning of the year 1 still lies in it.
  const isReal = first.getTime() >= firstMoment && isCalendarDay(day);
  if (!isReal) return null;
  return { first, last: clock ? first : new Date(first.getTime() + dayMs - 1) };
}

const firstMoment = Date.parse('0001-01-01T00:00:00Z');

// 2026-02-30 rolls over to March in some engines instead of being refused.
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/**
 * A time as a by-line shows it: today 07:30, 昨天, this year 11-18, else 2025-11-18 (design: no relative time
 * beyond 昨天). Both arguments are ISO texts with the +08:00 offset.
 */
export function bylineTime(iso: string, today: string): string {
  const day = iso.slice(0, 10);
  if (day === today) return iso.slice(11, 16);
  if (day === dayOf(new Date(Date.parse(`${today}T00:00:00+08:00`) - dayMs))) return '昨天';
  return day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;
}

/**
 * The same Shanghai day and clock so many calendar months later; where that month is shorter, its last day: from
 * 31 January one month leads to 28 or 29 February (PRODUCT §4). Milliseconds are kept.
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

/** When a Shanghai month `2026-11` begins, and when the next one does. */
export function monthBounds(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00+08:00`);
  return { from, to: addMonths(from, 1) };
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];

/** 星期五 for a calendar day `2026-11-20`. */
export function weekdayOf(day: string): string {
  return `星期${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}`;
}
