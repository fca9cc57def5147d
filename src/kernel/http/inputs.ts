import { z } from 'zod';
import { readCursor } from '../../shared/cursors.ts';
import { parseMoment } from '../../shared/dates.ts';
import { isId } from '../../shared/ids.ts';

/*
 * The pieces query schemas are made of. Each message is what the caller reads: it names the parameter and, in
 * Chinese, what it is. Empty values are dropped before (validateQuery): absent and empty mean the same.
 */

const one = (name: string, label: string) => z.string({ error: `${label}（${name}）只能填一个` });
const idMessage = (name: string, label: string) => `${label}（${name}）不正确，应为数字编号`;

/** A required id. */
export const id = (name: string, label: string) =>
  z
    .string({ error: ({ input }) => `${input === undefined ? '请提供' : '只能填一个'}${label}（${name}）` })
    .refine(isId, { error: idMessage(name, label) });

export const optionalId = (name: string, label: string) =>
  one(name, label)
    .refine(isId, { error: idMessage(name, label) })
    .optional();

/** Any text at all, at most `most` characters. */
export const optionalText = (name: string, label: string, most: number) =>
  one(name, label)
    .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` })
    .optional();

export const choice = <const T extends readonly [string, ...string[]]>(
  name: string,
  label: string,
  values: T,
  fallback: NoInfer<T[number]>,
) =>
  z
    .enum(values, { error: `${label}（${name}）不正确，可用：${values.join('、')}` })
    .prefault(fallback as never);

const moment = (name: string, label: string) =>
  read(
    one(name, label),
    parseMoment,
    `${label}（${name}）不正确，应为 2026-11-20 或 2026-11-20T08:00:00+08:00`,
  ).optional();

/** A period in Shanghai time, both ends included. */
export const period = { startTime: moment('startTime', '开始时间'), endTime: moment('endTime', '结束时间') };

/** `size` of a list: 1 to 100, default 10 (PRODUCT §4). */
export const size = integer('size', '每页条数', 1, 100).prefault('10');

/** Paging of a list: `current` from 1, `size`, or a `cursor` from the page before. */
export const paging = {
  current: integer('current', '页码', 1, Number.MAX_SAFE_INTEGER).prefault('1'),
  size,
  cursor: read(one('cursor', '游标'), readCursor, '游标（cursor）不正确，请使用上一页返回的值').optional(),
};

function integer(name: string, label: string, least: number, most: number) {
  const range = most === Number.MAX_SAFE_INTEGER ? `不小于 ${least}` : `${least} 到 ${most}`;
  const inRange = (text: string) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : null;
  };
  // Clients write a number, an address holds its text.
  const text = one(name, label) as z.ZodType as z.ZodType<string, string | number>;
  return read(text, inRange, `${label}（${name}）不正确，应为${range} 的整数`);
}

/** A text that means something else: `reader` says what, or null when it means nothing. */
function read<T, I>(text: z.ZodType<string, I>, reader: (text: string) => T | null, message: string) {
  return text.transform((value, check): T => {
    const meaning = reader(value);
    if (meaning !== null) return meaning;
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}
