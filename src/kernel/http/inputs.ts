import { z } from 'zod';
import { readCursor } from '../../shared/cursors.ts';
import { parseMoment } from '../../shared/dates.ts';
import { isId } from '../../shared/ids.ts';

/*
 * Building blocks of query schemas. The label names the field in messages (shared/read-input.ts). Empty values are removed
 * beforehand (validateQuery), so absent and empty mean the same.
 */

const singleText = (label: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? undefined : `${label}只能填一个`) })
    .meta({ title: label });

/** A required id. */
export const id = (label: string) =>
  z
    .string({ error: ({ input }) => `${input === undefined ? '请提供' : '只能填一个'}${label}` })
    .refine(isId, { error: `${label}不正确，应为数字编号` })
    .meta({ title: label });

export const optionalId = (label: string) =>
  singleText(label)
    .refine(isId, { error: `${label}不正确，应为数字编号` })
    .optional();

/** One to `max` ids, as repeated keys (docs/product.md §7). */
export const ids = (label: string, max: number) =>
  z
    .array(z.string().refine(isId, { error: `${label}不正确，应为数字编号` }))
    .min(1, { error: `请提供${label}` })
    .max(max, { error: `${label}最多 ${max} 个` })
    .meta({ title: label });

/** Schema of an arbitrary text of at most `max` characters. */
export const optionalText = (label: string, max: number) =>
  singleText(label)
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .optional();

export const choice = <const T extends readonly [string, ...string[]]>(
  label: string,
  values: T,
  fallback: NoInfer<T[number]>,
) =>
  z
    .enum(values, { error: `${label}不正确` })
    .prefault(fallback as never)
    .meta({ title: label });

const moment = (label: string) =>
  read(
    singleText(label),
    parseMoment,
    `${label}不正确，应为 2026-11-20 或 2026-11-20T08:00:00+08:00`,
  ).optional();

/** A period in Shanghai time, both ends included. */
export const period = { startTime: moment('开始时间'), endTime: moment('结束时间') };

/** `size` of a list: 1 to 100, default 10 (docs/product.md §14). */
export const size = integer('每页条数', 1, 100).prefault('10');

/** Paging of a list: `current` from 1, `size`, or the `cursor` of the previous page. */
export const paging = {
  current: integer('页码', 1, Number.MAX_SAFE_INTEGER).prefault('1'),
  size,
  cursor: read(singleText('游标'), readCursor, '游标不正确，请使用上一页返回的值').optional(),
};

function integer(label: string, min: number, max: number) {
  const range = max === Number.MAX_SAFE_INTEGER ? `不小于 ${min}` : `${min} 到 ${max}`;
  const inRange = (text: string) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : null;
  };
  // Clients of the types pass a number, while a query string carries text.
  const text = singleText(label) as z.ZodType as z.ZodType<string, string | number>;
  return read(text, inRange, `${label}不正确，应为${range} 的整数`);
}

/** Schema of a text that `parse` converts; null makes it invalid. */
function read<T, I>(text: z.ZodType<string, I>, parse: (text: string) => T | null, message: string) {
  return text.transform((value, check): T => {
    const meaning = parse(value);
    if (meaning !== null) return meaning;
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}
