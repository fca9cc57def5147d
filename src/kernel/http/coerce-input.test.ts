import { expect, test } from 'vitest';
import { z } from 'zod';
import { fen, oneOf } from './bodies.ts';
import { coerceInput } from './coerce-input.ts';

test('reads digits as a whole number, but no decimal, which as an amount would mean yuan', () => {
  for (const typed of ['18.00', '18.5', '9，9', '1,800', '1e3', ' 18', '１８'])
    expect(coerceInput(fen('价格').optional(), typed)).toBe(typed);
  expect(coerceInput(fen('价格').optional(), '1800')).toBe(1800);
  expect(coerceInput(z.number(), '18.50')).toBe(18.5);
});

test('reads a number as the choice that is written like it', () => {
  const status = oneOf('状态', ['301', '302', '410']);
  expect(coerceInput(status, 301)).toBe('301');
  expect(coerceInput(status.optional(), 410)).toBe('410');
  for (const other of [404, 301.5, Number.NaN]) expect(coerceInput(status, other)).toBe(other);
});
