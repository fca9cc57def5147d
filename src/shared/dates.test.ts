import { describe, expect, test } from 'vitest';
import {
  addMonths,
  bylineTime,
  dayOf,
  formatLongDay,
  monthBounds,
  parseMoment,
  toIso,
  weekdayOf,
} from './dates.ts';

describe('Shanghai time', () => {
  test('puts an instant late in the UTC day on the next Shanghai day', () => {
    expect(toIso(new Date('2026-11-20T16:30:00Z'))).toBe('2026-11-21T00:30:00+08:00');
    expect(dayOf(new Date('2026-11-20T16:30:00Z'))).toBe('2026-11-21');
  });

  test('reads a date alone as the whole Shanghai day, including its end', () => {
    const day = parseMoment('2026-11-20');
    expect(day?.first.toISOString()).toBe('2026-11-19T16:00:00.000Z');
    expect(day?.last.toISOString()).toBe('2026-11-20T15:59:59.999Z');
  });

  test('reads a time without an offset as Shanghai time, and keeps an explicit offset', () => {
    expect(parseMoment('2026-11-20 08:00')?.first.toISOString()).toBe('2026-11-20T00:00:00.000Z');
    expect(parseMoment('2026-11-20T08:00:00Z')?.first.toISOString()).toBe('2026-11-20T08:00:00.000Z');
  });

  test.each([
    '',
    '2026-02-30',
    '2026-13-01',
    'abc',
    '2026-11-20T25:00',
    "2026'--",
    '20261120',
    '2026-11-20T08:00+99:99',
    '0000-05-01',
    '0001-01-01T00:00:00+08:00',
  ])('rejects %j as a date', (text) => expect(parseMoment(text)).toBeNull());

  test('a by-line shows the time today, 昨天, the date this year, else the full date', () => {
    const shown = (iso: string) => bylineTime(iso, '2026-01-01');
    expect(shown('2026-01-01T07:30:00+08:00')).toBe('07:30');
    expect(shown('2025-12-31T23:59:00+08:00')).toBe('昨天');
    expect(shown('2025-12-30T10:00:00+08:00')).toBe('2025-12-30');
    expect(bylineTime('2026-11-18T10:00:00+08:00', '2026-11-20')).toBe('11-18');
    expect(weekdayOf('2026-11-20')).toBe('星期五');
  });
});

describe('calendar months in Shanghai', () => {
  test.each([
    ['2026-01-31T23:30:00+08:00', 1, '2026-02-28T23:30:00+08:00'],
    ['2028-01-31T00:10:00+08:00', 1, '2028-02-29T00:10:00+08:00'],
    ['2026-11-30T10:00:00+08:00', 3, '2027-02-28T10:00:00+08:00'],
    ['2026-12-15T10:00:00+08:00', 12, '2027-12-15T10:00:00+08:00'],
    ['2028-02-29T10:00:00+08:00', 12, '2029-02-28T10:00:00+08:00'],
    // Still the last day of the month in UTC.
    ['2026-12-01T00:30:00+08:00', 1, '2027-01-01T00:30:00+08:00'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(toIso(addMonths(new Date(from), months))).toBe(to);
  });

  test('a month begins and ends at midnight in Shanghai', () => {
    const { from, to } = monthBounds('2026-12');
    expect([toIso(from), toIso(to)]).toEqual(['2026-12-01T00:00:00+08:00', '2027-01-01T00:00:00+08:00']);
  });
});

test('formatLongDay writes no leading zeros', () => {
  expect(formatLongDay('2026-01-08T00:00:00+08:00')).toBe('2026 年 1 月 8 日');
});
