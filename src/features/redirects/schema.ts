import { z } from 'zod';
import { fields, flag, idOf, idsToDelete, oneOf, requiredText, text } from '#kernel/http/bodies.ts';
import { choice, optionalText, paging } from '#kernel/http/inputs.ts';
import { maxAddressLength } from '#shared/old-address.ts';

export const redirectSorts = ['createdAt', '-createdAt', 'hits', '-hits'] as const;

export const redirectsQuery = z.object({
  keyword: optionalText('关键词', 200),
  sort: choice('排序', redirectSorts, '-createdAt'),
  size: paging.size,
  /** Of a list by hits `<hits>-<id>`; of a list by age the first number means nothing. */
  cursor: paging.cursor,
});

/** 301 moved, 302 moved for now, 410 deleted. */
export const status = z.union([z.literal(301), z.literal(302), z.literal(410)]);

export const redirectRecord = z.object({
  id: z.string(),
  source: z.string(),
  status,
  /** A path of this site or an https address; empty for 410. */
  target: z.string(),
  /** Written by an import: the target is this post, wherever it is. */
  postId: z.string().nullable(),
  hits: z.number().int(),
  lastHitAt: z.string().nullable(),
  createdAt: z.string(),
});
export const redirectsPage = z.object({
  records: z.array(redirectRecord),
  total: z.number().int(),
  cursor: z.string().nullable(),
});

export const saveInput = fields({
  /** Absent for a new redirect. */
  id: idOf('旧地址编号').optional(),
  source: requiredText('来源', maxAddressLength),
  status: oneOf('状态', ['301', '302', '410']),
  target: text('目标', maxAddressLength).meta({ examples: ['/index'] }),
  isExternal: flag('转到其他网站').default(false),
});
export const deleteInput = fields({ ids: idsToDelete('旧地址') });
/** A form's text fields: `true` confirms lines that lead to other sites. */
export const importInput = z.object({
  isExternal: choice('转到其他网站', ['true', 'false'], 'false').transform((value) => value === 'true'),
});
/** `ignored` 1 lists those that staff ignore. */
export const missingQuery = z.object({
  ignored: choice('忽略', ['0', '1'], '0'),
  size: paging.size,
  cursor: paging.cursor,
});
/** An address that readers asked for and nothing answered. */
export const missingRecord = z.object({
  id: z.string(),
  address: z.string(),
  hits: z.number().int(),
  /** Host of the last page with a link to it; empty if unknown. */
  referrer: z.string(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export const missingPage = z.object({
  records: z.array(missingRecord),
  total: z.number().int(),
  cursor: z.string().nullable(),
});
export const ignoreInput = deleteInput.extend({ isIgnored: flag('忽略') });

export type RedirectRecord = z.infer<typeof redirectRecord>;
export type MissingRecord = z.infer<typeof missingRecord>;
