import { expect, test } from 'vitest';
import { formatStamp } from './stamp.ts';

test.each([
  ['2026-11-20T14:02:31+08:00', '今天 14:02'],
  ['2026-11-19T23:59:59+08:00', '昨天 23:59'],
  ['2026-11-13T10:42:00+08:00', '11-13 10:42'],
  ['2025-11-20T10:42:00+08:00', '2025-11-20 10:42'],
])('formats %s as %s', (iso, text) => {
  expect(formatStamp(iso, '2026-11-20')).toEqual({ text, dateTime: iso });
});
