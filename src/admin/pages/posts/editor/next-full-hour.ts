import { toIso } from '#shared/dates.ts';

/** Returns the next full hour in Shanghai time as the value of a datetime-local field: `2026-11-21T13:00`. */
export function nextFullHour(now: Date): string {
  const hourMs = 3_600_000;
  return toIso(new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)).slice(0, 16);
}
