import { z } from 'zod';
import { fields, flag, oneOf, requiredText, text, whole } from '#kernel/http/bodies.ts';
import { optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

/** The kinds of CSV file. */
export const marketKinds = ['instruments', 'days', 'daily', 'intraday', 'dividends'] as const;
const boards = ['main', 'chinext', 'star', 'bse'] as const;
const count = z.number().int();

export const importInput = fields({ kind: oneOf('数据类型', marketKinds) });
/** The number of a line in the file, and a remark about it. */
const remark = z.object({ line: count, reason: z.string() });
export const importReport = z.object({
  added: count,
  unchanged: count,
  skipped: count,
  failed: count,
  /** The first 200 rejected rows, by line. */
  faults: z.array(remark),
  /** The first 200 rows that were written but look wrong, and their total. */
  warnings: z.array(remark),
  warned: count,
});

const securityName = z.object({ code: z.string(), name: z.string() });
export const health = z.object({
  instruments: count,
  /** The range of examined trade days: the last 60 that are over; null without a calendar. */
  from: z.string().nullable(),
  until: z.string().nullable(),
  days: count,
  /** Daily quotes that listed securities should have on those days, and how many exist. */
  expected: count,
  found: count,
  /** Days with gaps, newest first, with the first 20 codes of each. */
  gaps: z.array(z.object({ day: z.string(), missing: count, codes: z.array(securityName) })),
  /** Whether orders are taken now, by calendar and hours. */
  isSessionOpen: z.boolean(),
  freshSeconds: count,
  /**
   * Listed securities whose newest quote is older than `freshSeconds` while orders are taken: the oldest 50, and the
   * total.
   */
  stale: z.object({ count, quotes: z.array(securityName.extend({ at: z.string().nullable() })) }),
  lastQuoteAt: z.string().nullable(),
  lastDailyDay: z.string().nullable(),
  /** Calendar days from today on. */
  daysAhead: count,
  generator: z.enum(['off', 'hours', 'always']),
  pull: z.object({
    url: z.string(),
    everySeconds: count,
    last: z
      .object({
        at: z.string(),
        isOk: z.boolean(),
        message: z.string(),
        added: count,
        unchanged: count,
        failed: count,
        nextAt: z.string(),
      })
      .nullable(),
  }),
});

/** The settings of a source to try; an empty header stands for the saved one, if the address is the saved one too. */
export const tryPullInput = fields({
  url: requiredText('行情地址', 1000),
  header: text('请求头', 1000),
});
/** A try writes nothing. */
export const pullTry = z.object({
  isOk: z.boolean(),
  message: z.string(),
  rows: count,
  faults: z.array(remark),
});
export const pullNow = z.object({ isOk: z.boolean(), message: z.string() });

const tradeRule = z.object({
  board: z.enum(boards),
  isSt: z.boolean(),
  validFrom: z.string(),
  lotLeast: count,
  lotStep: count,
  lotMost: count,
  limitBp: count.nullable(),
  freeDays: count,
  tick: count,
});
const tradeFee = z.object({ validFrom: z.string(), stampPpm: count, transferPpm: count });
const session = z.object({ opens: z.string(), closes: z.string() });
/** By effective date, newest first. */
export const rules = z.object({
  trade: z.array(tradeRule),
  fees: z.array(tradeFee),
  sessions: z.array(z.object({ validFrom: z.string(), parts: z.array(session) })),
});

const validFromError = '生效日期应为日期，如 2026-11-21';
const validFrom = z
  .string({ error: validFromError })
  .refine((day) => z.iso.date().safeParse(day).success, {
    error: validFromError,
  })
  .meta({ title: '生效日期', examples: ['2088-01-01'] });
const clock = (label: string) => {
  const error = `${label}应为时刻，如 09:30`;
  return z
    .string({ error })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error })
    .meta({ title: label });
};
export const addRuleInput = fields({
  board: oneOf('板块', boards),
  isSt: flag('风险警示'),
  validFrom,
  lotLeast: whole('最少买入股数', 1, 1_000_000),
  lotStep: whole('递增股数', 1, 1_000_000),
  lotMost: whole('单笔最多股数', 1, 100_000_000),
  /** In basis points; null is no limit. */
  limitBp: whole('涨跌幅（万分之一）', 1, 9999).nullable(),
  freeDays: whole('上市不限涨跌的天数', 0, 365),
  /** In 厘. */
  tick: whole('最小价格变动（厘）', 1, 10_000),
});
export const addFeeInput = fields({
  validFrom,
  stampPpm: whole('印花税（百万分之一）', 0, 10_000),
  transferPpm: whole('过户费（百万分之一）', 0, 10_000),
});
export const addSessionsInput = fields({
  validFrom,
  parts: z
    .array(fields({ opens: clock('开始'), closes: clock('结束') }), {
      error: '交易时段应为列表',
    })
    .min(1, { error: '交易时段至少一段' })
    .max(8, { error: '交易时段最多 8 段' })
    .meta({ title: '交易时段', examples: [[{ opens: '09:30', closes: '11:30' }]] }),
});

export const instrumentsQuery = z.object({
  keyword: optionalText('关键词', 20),
  cursor: optionalText('游标', 12),
  size,
});
const instrument = securityName.extend({
  initials: z.string(),
  board: z.enum([...boards, 'index']),
  isSt: z.boolean(),
  isInvented: z.boolean(),
  listedOn: z.string().nullable(),
  delistedOn: z.string().nullable(),
  last: count.nullable(),
  at: z.string().nullable(),
  lastDay: z.string().nullable(),
});
/** By code; `cursor` continues after the last. */
export const instrumentPage = cursorPageOf(instrument);
export const done = z.boolean();

export type MarketKind = (typeof marketKinds)[number];
export type ImportReport = z.infer<typeof importReport>;
export type MarketHealth = z.infer<typeof health>;
export type PullTry = z.infer<typeof pullTry>;
export type PullNow = z.infer<typeof pullNow>;
export type MarketRules = z.infer<typeof rules>;
export type MarketInstrument = z.infer<typeof instrumentPage>['records'][number];
