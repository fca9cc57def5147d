import { z } from 'zod';
import { cleanText } from '../../shared/clean-text.ts';
import { parseMoment } from '../../shared/dates.ts';
import { isId } from '../../shared/ids.ts';
import { documentEnd } from '../../shared/is-document.ts';

/*
 * Building blocks of body schemas; inputs.ts has those of query schemas. The label names the field in messages
 * (shared/read-input.ts).
 */

/** Schema of a JSON object with these fields. */
export const fields = <T extends z.ZodRawShape>(shape: T) =>
  z.object(shape, { error: '请求内容应为 JSON 对象' });

/** Schema of a text of at most `max` characters, empty if absent. */
export const text = (label: string, max: number) =>
  z
    .string({ error: `${label}应为文字` })
    .overwrite(cleanText)
    .trim()
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .default('')
    .meta({ title: label });

/** Schema of a text that is not blank. */
export const requiredText = (label: string, max: number) =>
  z
    .string({ error: `请填写${label}` })
    .overwrite(cleanText)
    .trim()
    .min(1, { error: `请填写${label}` })
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .meta({ title: label });

/** Schema of an integer from `min` to `max`, both included. */
export const whole = (label: string, min: number, max: number) => {
  const error = `${label}应为 ${min} 到 ${max} 的整数`;
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error }).meta({ title: label });
};

/** Schema of an amount in fen, from 1 fen to ¥100,000. */
export const fen = (label: string) => {
  const error = `${label}应为以分计的整数，1 到 10000000`;
  return z
    .number({ error })
    .int({ error })
    .min(1, { error })
    .max(10_000_000, { error })
    .meta({ title: label });
};

export const flag = (label: string) =>
  z.boolean({ error: `${label}应为 true 或 false` }).meta({ title: label });

export const oneOf = <const T extends readonly [string, ...string[]]>(label: string, values: T) =>
  z.enum(values, { error: `${label}不正确` }).meta({ title: label });

/** Schema of an id as a decimal string. */
export const idOf = (label: string) =>
  z
    .string({ error: `请提供${label}` })
    .refine(isId, { error: `${label}不正确，应为数字编号` })
    .meta({ title: label });

/** Schema of the ids of 1 to 100 records to delete; `label` names the records. */
export const idsToDelete = (label: string) =>
  z
    .array(idOf(`${label}编号`), { error: `请选择要删除的${label}` })
    .min(1, { error: `请选择要删除的${label}` })
    .max(100, { error: `一次最多删除 100 个${label}` })
    .meta({ title: label });

/** What an import of a file with one record per line changed. */
export const importReport = z.object({
  added: z.number().int(),
  /** Records that existed already and now have the values of the file. */
  changed: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  /** The first hundred faults. */
  faults: z.array(z.object({ line: z.number().int(), message: z.string() })),
});
export type ImportReport = z.infer<typeof importReport>;

/** Schema of a moment in Shanghai time. A date alone means its first or last millisecond. */
export const moment = (label: string, end: 'first' | 'last') =>
  z
    .string({ error: `请填写${label}` })
    .meta({ title: label, examples: ['2026-11-20T08:00:00+08:00'] })
    .transform((value, check): Date => {
      const meant = parseMoment(value);
      if (meant) return meant[end];
      check.addIssue({
        code: 'custom',
        message: `${label}不正确，应为 2026-11-20 或 2026-11-20T08:00:00+08:00`,
      });
      return z.NEVER;
    });

const maxAddressLength = 500;
/** A path of this site. `//host` and `/\\host` are refused, since browsers treat them as another host. */
const ownPath = /^\/(?![/\\])[^\s\\]*$/;
/** A document that something public names as its picture would be public too. */
const ownPicturePath = new RegExp(
  `^(?!/files/\\S*${documentEnd.source}(?:[?#]|$))${ownPath.source.slice(1)}`,
  'i',
);

const address = (label: string, pattern: RegExp, example: string, what: string) =>
  z
    .string({ error: `请填写${label}` })
    .overwrite(cleanText)
    .trim()
    .max(maxAddressLength, { error: `${label}过长，最多 ${maxAddressLength} 个字` })
    .regex(pattern, { error: `${label}应为${what}` })
    .meta({ title: label, examples: [example] });

/** Schema of a picture's address: on this site, or an external one from an import, which pages do not show. */
export const picture = (label: string) =>
  address(
    label,
    new RegExp(`${ownPicturePath.source}|^https?:\\/\\/[^\\s/\\\\]+[^\\s\\\\]*$`),
    '/files/logo.webp',
    '图片地址，如 /files/…；请先放进媒体库',
  );

/** Schema of the address of a picture on this site; pages show no others. */
export const ownPicture = (label: string) =>
  address(label, ownPicturePath, '/files/logo.webp', '本站图片的地址，如 /files/…；请先放进媒体库');

/** Schema of a link target: a path of this site or an https address. `isOptional` accepts an empty text too. */
export const link = (label: string, { isOptional = false } = {}) =>
  address(
    label,
    new RegExp(`${isOptional ? '^$|' : ''}${ownPath.source}|^https:\\/\\/[^\\s/]+\\S*$`),
    '/index',
    '以 / 开头的站内地址或 https 地址',
  );
