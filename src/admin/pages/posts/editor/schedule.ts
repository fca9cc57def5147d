import { parseMoment, toIso } from '#shared/dates.ts';

/** The next full hour in Shanghai, as a field for date and time takes it: `2026-11-21T13:00`. */
export function nextFullHour(now: Date): string {
  const hourMs = 3_600_000;
  return toIso(new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)).slice(0, 16);
}

/** A time from such a field, which is Shanghai's whatever the zone of the browser. */
export function readSchedule(typed: string, now: Date): { at: string } | { fault: string } {
  const moment = parseMoment(typed)?.first;
  if (!moment) return { fault: '请选好日期和时间' };
  return moment <= now ? { fault: '这个时间已经过去，请选一个将来的时间' } : { at: toIso(moment) };
}
