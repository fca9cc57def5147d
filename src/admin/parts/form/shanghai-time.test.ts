import { afterEach, describe, expect, test, vi } from 'vitest';
import { fromPickerTime, toPickerTime } from './shanghai-time.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(['Asia/Shanghai', 'UTC', 'America/New_York'])('a picker in the time zone %s', (zone) => {
  test.each(['2026-11-20T00:30:00.000Z', '2026-11-30T16:00:00.000Z'])('shows and keeps %s', (iso) => {
    vi.stubEnv('TZ', zone);
    const shanghai = new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(0, 16);
    expect(toPickerTime(iso)?.format('YYYY-MM-DDTHH:mm')).toBe(shanghai);
    expect(toPickerTime(`${shanghai}:59+08:00`)?.format('YYYY-MM-DDTHH:mm')).toBe(shanghai);
    expect(fromPickerTime(toPickerTime(iso))).toBe(iso);
  });
});

test('an empty picker has no time', () => {
  expect([toPickerTime(null), toPickerTime(undefined), fromPickerTime(null)]).toEqual([null, null, null]);
});
