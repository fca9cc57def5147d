import { expect, test } from 'vitest';
import { dayHeading, groupByDay } from './day-groups.ts';

test('groups posts by Shanghai day', () => {
  const at = (publishedAt: string) => ({ publishedAt });
  const records = [
    at('2026-11-21T00:00:00+08:00'),
    at('2026-11-20T23:59:59+08:00'),
    at('2026-11-20T08:00:00+08:00'),
  ];
  expect(groupByDay(records).map(({ day, records: { length } }) => [day, length])).toEqual([
    ['2026-11-21', 1],
    ['2026-11-20', 2],
  ]);
  expect(groupByDay([])).toEqual([]);
});

test.each([
  ['2026-11-21', { day: '21', name: '今天', note: '11 月　星期六' }],
  ['2026-11-20', { day: '20', name: '昨天', note: '11 月　星期五' }],
  ['2026-11-09', { day: '9', name: '星期一', note: '11 月' }],
  ['2018-05-11', { day: '11', name: '星期五', note: '2018 年 5 月' }],
])('the heading of %s is %j', (day, title) => {
  expect(dayHeading(day, '2026-11-21')).toEqual(title);
});

test("the heading of yesterday includes its year on New Year's Day", () => {
  expect(dayHeading('2025-12-31', '2026-01-01')).toEqual({
    day: '31',
    name: '昨天',
    note: '2025 年 12 月　星期三',
  });
});
