import { z } from 'zod';
import { choice, optionalId } from '#kernel/http/inputs.ts';
import { isId } from '#shared/ids.ts';
import { nameValues } from '#shared/value-names.ts';

const day = (label: string) =>
  z
    .string({ error: `${label}应为日期，如 2026-11-20` })
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: `${label}应为日期，如 2026-11-20` })
    .refine(isDay, { error: `${label}没有这一天` })
    .optional()
    .meta({ title: label });

const days = { from: day('开始日期'), to: day('结束日期') };
const scopes = ['site', 'kind', 'column', 'author', 'post'] as const;
export const originKinds = ['referrer', 'device', 'region'] as const;
export type OriginKind = (typeof originKinds)[number];
const kinds = ['news', 'article', 'reference'];

export const trendQuery = z
  .object({
    scope: choice('范围', scopes, 'site'),
    key: z
      .string({ error: '对象只能填一个' })
      .max(20, { error: '对象过长' })
      .prefault('')
      .meta({ title: '对象' }),
    ...days,
  })
  .superRefine(({ scope, key }, check) => {
    const isRight = scope === 'site' ? key === '' : scope === 'kind' ? kinds.includes(key) : isId(key);
    if (!isRight)
      check.addIssue({
        code: 'custom',
        message:
          scope === 'kind'
            ? `对象不正确，可用：${nameValues('对象', kinds)}`
            : scope === 'site'
              ? '全站没有对象，请去掉它'
              : '对象不正确，应为数字编号',
      });
  });

export const rankingQuery = z.object({
  by: choice('排行对象', ['post', 'column', 'author'], 'post'),
  order: choice('排序', ['views', 'readers', 'registrations', 'conversion'], 'views'),
  columnId: optionalId('栏目编号'),
  authorId: optionalId('作者编号'),
  ...days,
});

export const originsQuery = z.object({
  kind: choice('来历', originKinds, 'referrer'),
  ...days,
});

export const wordsQuery = z.object({
  only: choice('范围', ['all', 'empty'], 'all'),
  ...days,
});

const figures = {
  views: z.number().int(),
  /** Distinct readers of a day; over several days, the sum of the daily figures. */
  readers: z.number().int(),
  registrations: z.number().int(),
};

/** A figure of today so far, of the whole of yesterday, and the average of the seven days before today. */
const comparison = z.object({ today: z.number(), yesterday: z.number(), average: z.number() });

export const rankRow = z.object({
  key: z.string(),
  title: z.string(),
  /** The column of a post, or the title of an author. */
  note: z.string(),
  ...figures,
  /** Registrations per reader; null without readers. */
  conversion: z.number().nullable(),
});

export const today = z.object({
  day: z.string(),
  /** The time up to which figures are counted, ISO 8601. */
  asOf: z.string(),
  views: comparison,
  readers: comparison,
  registrations: comparison,
  /** The most viewed today. */
  top: z.array(rankRow),
});

export const trend = z.object({
  scope: z.enum(scopes),
  key: z.string(),
  title: z.string(),
  from: z.string(),
  to: z.string(),
  days: z.array(z.object({ day: z.string(), ...figures })),
});

export const ranking = z.object({ from: z.string(), to: z.string(), records: z.array(rankRow) });

export const words = z.object({
  from: z.string(),
  to: z.string(),
  records: z.array(
    z.object({ word: z.string(), searches: z.number().int(), emptySearches: z.number().int() }),
  ),
});

export const origins = z.object({
  from: z.string(),
  to: z.string(),
  /** `value`: a host, a kind of device, a province or country; empty if unknown. Each reader counts once a day. */
  records: z.array(z.object({ value: z.string(), readers: z.number().int() })),
});

/** Words that at least five people searched for on one day, without sensitive ones; the most searched first. */
export const hotWords = z.array(z.string());

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export type Today = z.infer<typeof today>;
export type Trend = z.infer<typeof trend>;
export type RankRow = z.infer<typeof rankRow>;
export type Ranking = z.infer<typeof ranking>;
export type Origins = z.infer<typeof origins>;
export type Words = z.infer<typeof words>;
