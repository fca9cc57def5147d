import { hourMs, toIso } from '#shared/dates.ts';

/**
 * Returns what a field for the time of a publication begins with, in Shanghai time as the value of a datetime-local field
 * (`2026-11-21T13:00`): the time that is planned, or the next full hour if there is none to come.
 */
export function firstTime(planned: string | null, now: Date): string {
  const isToCome = planned !== null && Date.parse(planned) > now.getTime();
  const nextHour = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);
  return toIso(isToCome ? new Date(planned) : nextHour).slice(0, 16);
}
