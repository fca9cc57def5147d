import { z } from 'zod';
import { cleanText } from '../../shared/clean-text.ts';
import { parseMoment } from '../../shared/dates.ts';
import { isId } from '../../shared/ids.ts';

/*
 * The pieces body schemas are made of, as inputs.ts has them for queries: each message names the field and, in Chinese,
 * what it is.
 */

/** A JSON object with these fields. */
export const fields = <T extends z.ZodRawShape>(shape: T) =>
  z.object(shape, { error: '请求内容应为 JSON 对象' });

/** A text that may be empty, at most `most` characters; absent is empty. */
export const text = (name: string, label: string, most: number) =>
  z
    .string({ error: `${label}（${name}）应为文字` })
    .overwrite(cleanText)
    .trim()
    .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` })
    .default('');

/** A text that says something. */
export const filled = (name: string, label: string, most: number) =>
  z
    .string({ error: `请填写${label}（${name}）` })
    .overwrite(cleanText)
    .trim()
    .min(1, { error: `请填写${label}（${name}）` })
    .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` });

/** A whole number of `unit`s, both ends included. */
export const whole = (name: string, label: string, least: number, most: number) => {
  const error = `${label}（${name}）应为 ${least} 到 ${most} 的整数`;
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

/** An amount of money in fen, from one fen to ¥100,000. */
export const fen = (name: string, label: string) => {
  const error = `${label}（${name}）应为以分计的整数，1 到 10000000`;
  return z.number({ error }).int({ error }).min(1, { error }).max(10_000_000, { error });
};

export const flag = (name: string, label: string) =>
  z.boolean({ error: `${label}（${name}）应为 true 或 false` });

export const oneOf = <const T extends readonly [string, ...string[]]>(
  name: string,
  label: string,
  values: T,
) => z.enum(values, { error: `${label}（${name}）不正确，可用：${values.join('、')}` });

/** The id of something, as a decimal string. */
export const idOf = (name: string, label: string) =>
  z
    .string({ error: `请提供${label}（${name}）` })
    .refine(isId, { error: `${label}（${name}）不正确，应为数字编号` });

/** A moment in Shanghai time; of a date alone the first or the last millisecond. */
export const moment = (name: string, label: string, end: 'first' | 'last') =>
  z.string({ error: `${label}（${name}）应为文字` }).transform((value, check): Date => {
    const meant = parseMoment(value);
    if (meant) return meant[end];
    check.addIssue({
      code: 'custom',
      message: `${label}（${name}）不正确，应为 2026-11-20 或 2026-11-20T08:00:00+08:00`,
    });
    return z.NEVER;
  });

const maxAddressLength = 500;
/** A path of this site, and not `//host` or `/\\host`, which are another one's. */
const ownPath = /^\/(?![/\\])[^\s\\]*$/;

const address = (name: string, label: string, pattern: RegExp, what: string) =>
  z
    .string({ error: `请填写${label}（${name}）` })
    .overwrite(cleanText)
    .trim()
    .max(maxAddressLength, { error: `${label}（${name}）过长，最多 ${maxAddressLength} 个字` })
    .regex(pattern, { error: `${label}（${name}）应为${what}` });

/** The address of a picture: of this site, or one that came with an import, which pages do not show. */
export const picture = (name: string, label: string) =>
  address(
    name,
    label,
    new RegExp(`${ownPath.source}|^https?:\\/\\/[^\\s/\\\\]+[^\\s\\\\]*$`),
    '图片地址，如 /files/…；请先放进媒体库',
  );

/** A picture of this site: pages show no others. */
export const ownPicture = (name: string, label: string) =>
  address(name, label, ownPath, '本站图片的地址，如 /files/…；请先放进媒体库');

/** Where something leads: a path of this site or an https address. `isOptional` takes an empty text too. */
export const link = (name: string, label: string, { isOptional = false } = {}) =>
  address(
    name,
    label,
    new RegExp(`${isOptional ? '^$|' : ''}${ownPath.source}|^https:\\/\\/[^\\s/]+\\S*$`),
    '以 / 开头的站内地址或 https 地址',
  );
