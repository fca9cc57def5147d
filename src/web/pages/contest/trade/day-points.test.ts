import { expect, test } from 'vitest';
import { candlesWith, minutesOf } from './day-points.ts';

const at = (clock: string, day = '2026-11-20') => `${day}T${clock}+08:00`;
const point = (clock: string, last: number) => ({ at: at(clock), last, volume: 0 });

test('a minute is its last price, and the newest quote ends the line', () => {
  const points = [point('09:30:05', 10_000), point('09:30:50', 10_100), point('09:31:05', 10_050)];
  expect(minutesOf(points, { at: at('09:31:30'), last: 10_080 })).toEqual([
    { clock: '09:30', last: 10_100 },
    { clock: '09:31', last: 10_080 },
  ]);
});

test('a quote of another day or an older one changes nothing', () => {
  const points = [point('09:30:05', 10_000)];
  const line = [{ clock: '09:30', last: 10_000 }];
  expect(minutesOf(points, { at: at('09:31:00', '2026-11-21'), last: 11_000 })).toEqual(line);
  expect(minutesOf(points, { at: at('09:29:00'), last: 11_000 })).toEqual(line);
  expect(minutesOf(points, { at: null, last: null })).toEqual(line);
});

test('a day begins with its first quote', () => {
  expect(minutesOf([], { at: at('09:30:00'), last: 10_000 })).toEqual([{ clock: '09:30', last: 10_000 }]);
  expect(minutesOf([], { at: null, last: null })).toEqual([]);
});

const candle = (day: string, close: number) => ({
  ...{ day, open: 1, high: 20_000, low: 1, volume: 100 },
  close,
});
const now = { at: at('10:00:00'), open: 5, high: 9, low: 4, last: 7, volume: 30 };
const today = { day: '2026-11-20', open: 5, high: 9, low: 4, close: 7, volume: 30 };

test('today stands at the end of the days as far as it has gone', () => {
  expect(candlesWith([candle('2026-11-19', 3)], now)).toEqual([candle('2026-11-19', 3), today]);
  expect(candlesWith([candle('2026-11-19', 3), candle('2026-11-20', 6)], now)).toEqual([
    candle('2026-11-19', 3),
    today,
  ]);
});

test('a quote that is older than the last day, or none, adds no day', () => {
  const days = [candle('2026-11-21', 3)];
  expect(candlesWith(days, now)).toEqual(days);
  expect(candlesWith(days, { ...now, at: null })).toEqual(days);
});
