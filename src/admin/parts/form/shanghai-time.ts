import type { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import utc from 'dayjs/plugin/utc.js';
import { toIso } from '#shared/dates.ts';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

/*
 * Values of pickers. Ant Design's pickers know no time zones, so a value is the clock of Shanghai as if it were UTC: the
 * same in every browser, without the hours that summer time skips or repeats.
 */

/** Converts an ISO 8601 time to the value of a picker. */
export const toPickerTime = (iso: string | null | undefined): Dayjs | null =>
  iso ? dayjs.utc(toIso(new Date(iso)).slice(0, 19)) : null;

/** Converts the value of a picker to ISO 8601 to the minute. */
export const fromPickerTime = (at: Dayjs | null): string | null =>
  at && new Date(at.format('YYYY-MM-DDTHH:mm:00[+08:00]')).toISOString();

/** Converts a day such as `2026-11-21` to the value of a picker. */
export const toPickerDay = (day: string | null | undefined): Dayjs | null => (day ? dayjs.utc(day) : null);

export const fromPickerDay = (at: Dayjs | null | undefined): string | null =>
  at?.format('YYYY-MM-DD') ?? null;

/** Converts a time of day such as `09:30` to the value of a picker. */
export const toPickerClock = (clock: string | undefined): Dayjs | null =>
  clock ? dayjs.utc(`2026-01-01T${clock}`) : null;

/** Whether the browser's clock differs from Shanghai's, so that a field of time has to say which it means. */
export const isOtherClock = (now: Date): boolean => now.getTimezoneOffset() !== -8 * 60;

type Calendar = Parameters<typeof DatePicker.generatePicker<Dayjs>>[0];

/** The calendar of the pickers: today and typed text are Shanghai's. */
export const shanghaiCalendar: Calendar = {
  getNow: () => dayjs.utc(toIso(new Date()).slice(0, 19)),
  getFixedDate: (text) => dayjs.utc(text),
  getEndDate: (date) => date.endOf('month'),
  getWeekDay: (date) => date.day(),
  getYear: (date) => date.year(),
  getMonth: (date) => date.month(),
  getDate: (date) => date.date(),
  getHour: (date) => date.hour(),
  getMinute: (date) => date.minute(),
  getSecond: (date) => date.second(),
  getMillisecond: (date) => date.millisecond(),
  addYear: (date, count) => date.add(count, 'year'),
  addMonth: (date, count) => date.add(count, 'month'),
  addDate: (date, count) => date.add(count, 'day'),
  setYear: (date, year) => date.year(year),
  setMonth: (date, month) => date.month(month),
  setDate: (date, day) => date.date(day),
  setHour: (date, hour) => date.hour(hour),
  setMinute: (date, minute) => date.minute(minute),
  setSecond: (date, second) => date.second(second),
  setMillisecond: (date, millisecond) => date.millisecond(millisecond),
  isAfter: (one, other) => one.isAfter(other),
  isValidate: (date) => date.isValid(),
  locale: {
    getWeekFirstDay: () => 1,
    getWeekFirstDate: (_, date) => date.subtract((date.day() + 6) % 7, 'day'),
    getWeek: (_, date) => date.diff(date.startOf('year'), 'week') + 1,
    getShortWeekDays: () => ['日', '一', '二', '三', '四', '五', '六'],
    getShortMonths: () => Array.from({ length: 12 }, (_, month) => `${month + 1}月`),
    format: (_, date, format) => date.format(format),
    parse: (_, text, formats) =>
      formats.map((format) => dayjs.utc(text, format, true)).find((date) => date.isValid()) ?? null,
  },
};
