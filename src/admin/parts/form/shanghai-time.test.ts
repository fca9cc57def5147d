import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { toIso } from '#shared/dates.ts';
import { runs } from '#testing/runs.ts';
import { showTime } from '../show-time.ts';
import {
  fromPickerDay,
  fromPickerTime,
  isOtherClock,
  shanghaiCalendar,
  toPickerClock,
  toPickerDay,
  toPickerTime,
} from './shanghai-time.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const typed = (text: string, format: string) => shanghaiCalendar.locale.parse('zh_CN', text, [format]);

describe.each(['Asia/Shanghai', 'UTC', 'America/New_York', 'Pacific/Kiritimati', 'Australia/Lord_Howe'])(
  'a picker in the time zone %s',
  (zone) => {
    const inZone = () => vi.stubEnv('TZ', zone);

    test.each([
      '2026-11-20T00:30:00.000Z',
      '2026-11-30T16:00:00.000Z',
      // In Shanghai 02:30, an hour that summer time skips in New York, and 01:30, which it repeats.
      '2027-03-13T18:30:00.000Z',
      '2026-10-31T17:30:00.000Z',
    ])('shows and keeps %s, also typed', (iso) => {
      inZone();
      const shanghai = new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(0, 16);
      expect(toPickerTime(iso)?.format('YYYY-MM-DDTHH:mm')).toBe(shanghai);
      expect(toPickerTime(`${shanghai}:59+08:00`)?.format('YYYY-MM-DDTHH:mm')).toBe(shanghai);
      expect(fromPickerTime(toPickerTime(iso))).toBe(iso);
      expect(fromPickerTime(typed(shanghai.replace('T', ' '), 'YYYY-MM-DD HH:mm'))).toBe(iso);
    });

    test('keeps any minute, by which showTime shows it, and any day', () => {
      inZone();
      const minutes = fc.integer({
        min: Date.parse('2000-01-01') / 60_000,
        max: Date.parse('2100-01-01') / 60_000,
      });
      fc.assert(
        fc.property(minutes, (minute) => {
          const iso = new Date(minute * 60_000).toISOString();
          expect(fromPickerTime(toPickerTime(iso))).toBe(iso);
          const day = toIso(new Date(iso)).slice(0, 10);
          expect(fromPickerDay(toPickerDay(day))).toBe(day);
          expect(fromPickerDay(typed(day, 'YYYY-MM-DD'))).toBe(day);
          expect(showTime(iso, '')).toBe(`${day} ${toIso(new Date(iso)).slice(11, 16)}`);
        }),
        { numRuns: runs(200) },
      );
    });

    test('begins with today in Shanghai', () => {
      inZone();
      vi.useFakeTimers({ now: new Date('2026-11-27T19:00:00Z') });
      expect(shanghaiCalendar.getNow().format('YYYY-MM-DD HH:mm')).toBe('2026-11-28 03:00');
      expect(showTime('2026-12-31T16:30:00Z')).toBe('2027-01-01 00:30');
    });

    test('keeps a time of day', () => {
      inZone();
      expect(toPickerClock('02:30')?.format('HH:mm')).toBe('02:30');
      expect(typed('09:15', 'HH:mm')?.format('HH:mm')).toBe('09:15');
      expect(typed('25:00', 'HH:mm')).toBeNull();
    });

    test('says that it is Shanghai’s, unless the browser’s clock is, too', () => {
      inZone();
      expect(isOtherClock(new Date('2026-07-01T00:00:00Z'))).toBe(zone !== 'Asia/Shanghai');
    });
  },
);

test('an empty picker has no time', () => {
  expect([toPickerTime(null), toPickerTime(undefined), fromPickerTime(null)]).toEqual([null, null, null]);
  expect([toPickerDay(null), toPickerDay(''), fromPickerDay(undefined)]).toEqual([null, null, null]);
});
