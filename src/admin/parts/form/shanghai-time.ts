import dayjs, { type Dayjs } from 'dayjs';
import { toIso } from '#shared/dates.ts';

/**
 * Converts an ISO 8601 time to the value of a picker. It passes Shanghai local time as if it were the browser's: Ant
 * Design's pickers do not support other time zones.
 */
export const toPickerTime = (value: string | null | undefined): Dayjs | null =>
  value ? dayjs(toIso(new Date(value)).slice(0, 19)) : null;

/** Converts the value of a picker, in Shanghai local time, to ISO 8601 to the minute. */
export const fromPickerTime = (at: Dayjs | null): string | null =>
  at && new Date(at.format('YYYY-MM-DDTHH:mm:00[+08:00]')).toISOString();
