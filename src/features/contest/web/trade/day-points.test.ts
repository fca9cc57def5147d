import { expect, test } from 'vitest';
import { candlesWithToday, minutePoints } from './day-points.ts';

const at = (clock: string, day = '2026-11-20') => `${day}T${clock}+08:00`;
const point = (clock: string, last: number) => ({ at: at(clock), last, volume: 0 });

test('minutePoints keeps the last price of each minute and ends with the newest quote', () => {
  const points = [point('09:30:05', 10_000), point('09:30:50', 10_100), point('09:31:05', 10_050)];
  expect(minutePoints(points, { at: at('09:31:30'), last: 10_080 })).toEqual([
    { clock: '09:30', last: 10_100 },
    { clock: '09:31', last: 10_080 },
  ]);
});

test('minutePoints ignores a quote of another day and an older one', () => {
  const points = [point('09:30:05', 10_000)];
  const line = [{ clock: '09:30', last: 10_000 }];
  expect(minutePoints(points, { at: at('09:31:00', '2026-11-21'), last: 11_000 })).toEqual(line);
  expect(minutePoints(points, { at: at('09:29:00'), last: 11_000 })).toEqual(line);
  expect(minutePoints(points, { at: null, last: null })).toEqual(line);
});

test('minutePoints starts a day with its first quote', () => {
  expect(minutePoints([], { at: at('09:30:00'), last: 10_000 })).toEqual([{ clock: '09:30', last: 10_000 }]);
  expect(minutePoints([], { at: null, last: null })).toEqual([]);
});

const candle = (day: string, close: number) => ({
  ...{ day, open: 1, high: 20_000, low: 1, volume: 100 },
  close,
});
const now = { at: at('10:00:00'), open: 5, high: 9, low: 4, last: 7, volume: 30 };
const today = { day: '2026-11-20', open: 5, high: 9, low: 4, close: 7, volume: 30 };

test('candlesWithToday appends the current day so far', () => {
  expect(candlesWithToday([candle('2026-11-19', 3)], now)).toEqual([candle('2026-11-19', 3), today]);
  expect(candlesWithToday([candle('2026-11-19', 3), candle('2026-11-20', 6)], now)).toEqual([
    candle('2026-11-19', 3),
    today,
  ]);
});

test('candlesWithToday ignores a missing quote and one older than the last day', () => {
  const days = [candle('2026-11-21', 3)];
  expect(candlesWithToday(days, now)).toEqual(days);
  expect(candlesWithToday(days, { ...now, at: null })).toEqual(days);
});
