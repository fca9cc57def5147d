import { expect, test } from 'vitest';
import { z } from 'zod';
import { validateBody } from './calls.ts';

test('refuses a field whose rule has no message with the default message and the label of the field', () => {
  const schema = z.object({
    code: z
      .string()
      .refine((code) => code.length === 6)
      .meta({ title: '代码' }),
  });
  expect(validateBody(schema, { code: '600519' })).toEqual({ code: '600519' });
  expect(() => validateBody(schema, { code: '6' })).toThrow(
    expect.objectContaining({ message: '代码输入不合法', field: 'code' }),
  );
});
