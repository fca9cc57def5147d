import { expect, test } from 'vitest';
import { formatSessions, isOpenAt } from './sessions.ts';

const sessions = [
  { opens: '09:15', closes: '09:25' },
  { opens: '09:30', closes: '11:30' },
  { opens: '13:00', closes: '15:00' },
];

test.each([
  ['09:14:59', false],
  ['09:15:00', true],
  ['09:25:00', false],
  ['09:30:00', true],
  ['11:29:59', true],
  ['11:30:00', false],
  ['13:00:00', true],
  ['15:00:00', false],
])('at %s orders are taken: %s', (clock, isOpen) => {
  expect(isOpenAt(sessions, new Date(`2026-11-20T${clock}+08:00`))).toBe(isOpen);
});

test('formats the sessions as in messages', () => {
  expect(formatSessions(sessions)).toBe('9:15–9:25、9:30–11:30、13:00–15:00');
});
