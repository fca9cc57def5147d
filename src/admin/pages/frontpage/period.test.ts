import { expect, test } from 'vitest';
import { faultOfPeriod, fromField, toField } from './period.ts';

test('a moment goes into the field and comes back as it was, and another is Shanghai’s', () => {
  const iso = '2026-11-21T08:00:37+08:00';
  expect(toField(iso)).toBe('2026-11-21T08:00');
  expect(fromField('2026-11-21T08:00', iso)).toBe(iso);
  expect(fromField('2026-11-21T09:30', iso)).toBe('2026-11-21T09:30:00+08:00');
  expect([toField(null), fromField('', iso), fromField('明天', null)]).toEqual(['', null, undefined]);
});

test('a period needs a beginning, and an end after it or none', () => {
  const [early, late] = ['2026-11-21T08:00:00+08:00', '2026-11-21T09:00:00+08:00'];
  expect(faultOfPeriod(early, late)).toBeUndefined();
  expect(faultOfPeriod(early, null)).toBeUndefined();
  expect(faultOfPeriod(null, late)).toContain('开始');
  expect(faultOfPeriod(early, undefined)).toContain('结束');
  expect(faultOfPeriod(late, early)).toContain('晚于');
});
