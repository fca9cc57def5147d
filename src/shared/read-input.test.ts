import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readInput } from './read-input.ts';

const isEven = (value: number) => value % 2 === 0;
const messageFor = (schema: z.ZodType, input: unknown) => readInput(schema, input).faults?.[0].message;

describe('docs/product.md §5: a rule without a message', () => {
  test('shows the default message after the label of its field', () => {
    const schema = z.object({ lots: z.number().refine(isEven).meta({ title: '手数' }) });
    expect(messageFor(schema, { lots: 3 })).toBe('手数输入不合法');
  });

  test('shows the default message alone where no field has a label', () => {
    expect(messageFor(z.object({ lots: z.number().refine(isEven) }), { lots: 3 })).toBe('输入不合法');
    expect(messageFor(z.number().refine(isEven), 3)).toBe('输入不合法');
  });

  test('does so for a type that has no name in Chinese', () => {
    const schema = z.object({ at: z.date().meta({ title: '时间' }) });
    expect(messageFor(schema, { at: 'soon' })).toBe('时间输入不合法');
  });
});

test('a rule with a message of its own shows that', () => {
  const schema = z.object({
    lots: z.number().refine(isEven, { error: '手数应为双数' }).meta({ title: '手数' }),
  });
  expect(messageFor(schema, { lots: 3 })).toBe('手数应为双数');
});

test('an input that is no object is refused as a whole', () => {
  expect(messageFor(z.object({ lots: z.number() }), [1])).toBe('请求内容应为 JSON 对象');
});
