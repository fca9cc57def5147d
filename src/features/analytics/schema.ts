import { z } from 'zod';
import { choice, optionalId } from '#kernel/http/inputs.ts';
import { isId } from '#shared/ids.ts';

const day = (name: string, label: string) =>
  z
    .string({ error: `${label}（${name}）应为日期，如 2026-11-20` })
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: `${label}（${name}）应为日期，如 2026-11-20` })
    .refine(isDay, { error: `${label}（${name}）没有这一天` })
    .optional();

const days = { from: day('from', '开始日期'), to: day('to', '结束日期') };
const scopes = ['site', 'kind', 'column', 'author', 'post'] as const;
const kinds = ['news', 'article', 'reference'];

export const trendQuery = z
  .object({
    scope: choice('scope', '范围', scopes, 'site'),
    key: z.string({ error: '对象（key）只能填一个' }).max(20, { error: '对象（key）过长' }).prefault(''),
    ...days,
  })
  .superRefine(({ scope, key }, check) => {
    const isRight = scope === 'site' ? key === '' : scope === 'kind' ? kinds.includes(key) : isId(key);
    if (!isRight)
      check.addIssue({
        code: 'custom',
        message:
          scope === 'kind'
            ? `对象（key）不正确，可用：${kinds.join('、')}`
            : scope === 'site'
              ? '全站没有对象（key），请去掉它'
              : '对象（key）不正确，应为数字编号',
      });
  });

export const rankingQuery = z.object({
  by: choice('by', '排行对象', ['post', 'column', 'author'], 'post'),
  order: choice('order', '排序', ['views', 'readers', 'registrations', 'conversion'], 'views'),
  columnId: optionalId('columnId', '栏目编号'),
  authorId: optionalId('authorId', '作者编号'),
  ...days,
});

export const wordsQuery = z.object({
  only: choice('only', '范围', ['all', 'empty'], 'all'),
  ...days,
});

const figures = {
  views: z.number().int(),
  /** Different readers of a day; of several days, the sum of them. */
  readers: z.number().int(),
  registrations: z.number().int(),
};

/** One figure of today: so far, the whole of yesterday, and the average of the seven days before today. */
const comparison = z.object({ today: z.number(), yesterday: z.number(), average: z.number() });

export const rankRow = z.object({
  key: z.string(),
  title: z.string(),
  /** Of a piece its column, of an author what they are. */
  note: z.string(),
  ...figures,
  /** Registrations for each reader; null without readers. */
  conversion: z.number().nullable(),
});

export const today = z.object({
  day: z.string(),
  /** Until when it counts, ISO 8601. */
  asOf: z.string(),
  views: comparison,
  readers: comparison,
  registrations: comparison,
  /** What is read most today. */
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

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export type Today = z.infer<typeof today>;
export type Trend = z.infer<typeof trend>;
export type RankRow = z.infer<typeof rankRow>;
export type Ranking = z.infer<typeof ranking>;
export type Words = z.infer<typeof words>;
