import { z } from 'zod';
import { fields, filled, flag, oneOf, text, whole } from '#kernel/http/bodies.ts';
import { optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

/** What a CSV can hold. */
export const kinds = ['instruments', 'days', 'daily', 'intraday', 'dividends'] as const;
const boards = ['main', 'chinext', 'star', 'bse'] as const;
const count = z.number().int();

export const importInput = fields({ kind: oneOf('kind', '数据类型', kinds) });
/** A line of the file, by its number, and what is to be said of it. */
const remark = z.object({ line: count, reason: z.string() });
export const importReport = z.object({
  added: count,
  unchanged: count,
  skipped: count,
  failed: count,
  /** The first 200 of what was not written, by line. */
  faults: z.array(remark),
  /** The first 200 of what was written and looks wrong, and how many there are. */
  warnings: z.array(remark),
  warned: count,
});

const named = z.object({ code: z.string(), name: z.string() });
export const health = z.object({
  instruments: count,
  /** Trade days looked at, the last 60 that are over; null without a calendar. */
  from: z.string().nullable(),
  until: z.string().nullable(),
  days: count,
  /** Daily quotes that listed securities should have on those days, and how many there are. */
  expected: count,
  found: count,
  /** Days with gaps, the newest first; of the codes the first 20. */
  gaps: z.array(z.object({ day: z.string(), missing: count, codes: z.array(named) })),
  /** Whether orders are taken now, by calendar and hours. */
  isSessionOpen: z.boolean(),
  freshSeconds: count,
  /** Listed securities whose newest quote is older than that while orders are taken: the oldest 50, and how many. */
  stale: z.object({ count, quotes: z.array(named.extend({ at: z.string().nullable() })) }),
  lastQuoteAt: z.string().nullable(),
  lastDailyDay: z.string().nullable(),
  /** Days of the calendar from today on. */
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

/** A source as it would be set; an empty header is the one that is kept, where the address is too. */
export const tryPullInput = fields({
  url: filled('url', '行情地址', 1000),
  header: text('header', '请求头', 1000),
});
/** Nothing was written. */
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
/** Each from a day on, the newest first. */
export const rules = z.object({
  trade: z.array(tradeRule),
  fees: z.array(tradeFee),
  sessions: z.array(z.object({ validFrom: z.string(), parts: z.array(session) })),
});

const dayError = '生效日期（validFrom）应为日期，如 2026-11-21';
const validFrom = z.string({ error: dayError }).refine((day) => z.iso.date().safeParse(day).success, {
  error: dayError,
});
const clock = (name: string, label: string) => {
  const error = `${label}（${name}）应为时刻，如 09:30`;
  return z.string({ error }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error });
};
export const addRuleInput = fields({
  board: oneOf('board', '板块', boards),
  isSt: flag('isSt', '风险警示'),
  validFrom,
  lotLeast: whole('lotLeast', '最少买入股数', 1, 1_000_000),
  lotStep: whole('lotStep', '递增股数', 1, 1_000_000),
  lotMost: whole('lotMost', '单笔最多股数', 1, 100_000_000),
  /** In hundredths of a percent; null is no limit. */
  limitBp: whole('limitBp', '涨跌幅（万分之一）', 1, 9999).nullable(),
  freeDays: whole('freeDays', '上市不限涨跌的天数', 0, 365),
  /** In 厘. */
  tick: whole('tick', '最小价格变动（厘）', 1, 10_000),
});
export const addFeeInput = fields({
  validFrom,
  stampPpm: whole('stampPpm', '印花税（百万分之一）', 0, 10_000),
  transferPpm: whole('transferPpm', '过户费（百万分之一）', 0, 10_000),
});
export const addSessionsInput = fields({
  validFrom,
  parts: z
    .array(fields({ opens: clock('opens', '开始'), closes: clock('closes', '结束') }), {
      error: '交易时段（parts）应为列表',
    })
    .min(1, { error: '交易时段（parts）至少一段' })
    .max(8, { error: '交易时段（parts）最多 8 段' }),
});

export const instrumentsQuery = z.object({
  keyword: optionalText('keyword', '关键词', 20),
  cursor: optionalText('cursor', '游标', 12),
  size,
});
const instrument = named.extend({
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
/** By code; `cursor` goes on behind the last. */
export const instrumentPage = cursorPageOf(instrument);
export const done = z.boolean();

export type MarketKind = (typeof kinds)[number];
export type ImportReport = z.infer<typeof importReport>;
export type MarketHealth = z.infer<typeof health>;
export type PullTry = z.infer<typeof pullTry>;
export type PullNow = z.infer<typeof pullNow>;
export type MarketRules = z.infer<typeof rules>;
export type MarketInstrument = z.infer<typeof instrumentPage>['records'][number];
