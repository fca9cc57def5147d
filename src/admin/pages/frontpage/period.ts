import { parseMoment, toIso } from '#shared/dates.ts';

/** A moment as a field for date and time takes it, in Shanghai time: `2026-11-21T08:00`. */
export const toField = (iso: string | null): string => iso?.slice(0, 16) ?? '';

/**
 * Such a field's moment, Shanghai's whatever the zone of the browser; null where it is empty. What was not touched
 * stays as it was to the second. @returns undefined for no moment at all
 */
export function fromField(typed: string, before: string | null): string | null | undefined {
  if (typed === '') return null;
  if (before !== null && toField(before) === typed) return before;
  const moment = parseMoment(typed)?.first;
  return moment && toIso(moment);
}

/** What is wrong with a period as it was typed, or nothing. */
export function faultOfPeriod(startsAt: string | null | undefined, endsAt: string | null | undefined) {
  if (!startsAt) return '请选好开始时间';
  if (endsAt === undefined) return '请选好结束时间，或清空它';
  if (endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)) return '结束时间应晚于开始时间';
  return undefined;
}
