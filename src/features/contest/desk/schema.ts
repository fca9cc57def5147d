import { z } from 'zod';
import { fields, filled, flag, idOf, oneOf, text, whole } from '#kernel/http/bodies.ts';
import { choice, id, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { parseMoment } from '#shared/dates.ts';

/* Money is fen, days are Shanghai's, `2026-11-21`; shares of one are hundredths of a percent (bp) or millionths (ppm). */
const count = z.number().int();
const fen = z.number().int();

export const boards = ['main', 'chinext', 'star', 'bse'] as const;

const day = (name: string, label: string) =>
  z
    .string({ error: `请填写${label}（${name}）` })
    .trim()
    .refine((value) => value.length === 10 && parseMoment(value) !== null, {
      error: `${label}（${name}）不正确，应为 2026-11-20`,
    });

/** All a publisher decides about a season; `mark` is that of the season as it was opened. */
export const seasonInput = fields({
  id: idOf('id', '赛季编号').optional(),
  mark: z
    .string({ error: '打开时的标记（mark）应为文字' })
    .max(64, { error: '标记（mark）不正确' })
    .optional(),
  name: filled('name', '赛季名称', 30),
  startsOn: day('startsOn', '开始日期'),
  endsOn: day('endsOn', '结束日期'),
  /** ¥1,000 to ¥1,000,000,000. */
  startingCash: whole('startingCash', '起始资金', 100_000, 100_000_000_000),
  boards: z
    .array(oneOf('boards', '可买板块', boards), { error: '可买板块（boards）应为板块的列表' })
    .min(1, { error: '请至少选一个可买板块（boards）' })
    .max(20, { error: '可买板块（boards）有重复' })
    .transform((chosen) => boards.filter((board) => chosen.includes(board))),
  withSt: flag('withSt', '可买 ST'),
  positionCapBp: whole('positionCapBp', '单只持仓上限', 100, 10_000),
  commissionPpm: whole('commissionPpm', '佣金费率', 0, 3000),
  commissionLeast: whole('commissionLeast', '最低佣金', 0, 10_000),
  indexCode: z
    .string({ error: '对比指数（indexCode）应为指数代码，或空为不比' })
    .trim()
    .regex(/^[0-9A-Z.]{1,12}$/, { error: '对比指数（indexCode）不正确' })
    .nullable()
    .default(null),
  delayDays: whole('delayDays', '他人交易延后', 0, 30),
  forWhom: oneOf('forWhom', '谁可以报名', ['member', 'vip']),
  prizes: text('prizes', '奖品', 500),
  /** HTML; sanitised before it is kept. */
  rules: z
    .string({ error: '规则（rules）应为文字' })
    .max(200_000, { error: '规则（rules）过长，最多 200000 个字' })
    .default(''),
  isOpen: flag('isOpen', '对读者公开'),
});

export const seasonId = fields({ id: idOf('id', '赛季编号') });
export const ofSeason = fields({ seasonId: idOf('seasonId', '赛季编号') });
export const seasonQuery = z.object({ id: id('id', '赛季编号') });

const seasonHead = z.object({
  id: z.string(),
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  state: z.enum(['upcoming', 'running', 'ended']),
  isOpen: z.boolean(),
  forWhom: z.enum(['member', 'vip']),
  startingCash: fen,
  players: count,
  disqualified: count,
  /** The last day whose boards stand; null before the first. */
  clearedOn: z.string().nullable(),
});
/** The last to begin first. */
export const seasons = z.array(seasonHead);

export const season = seasonHead.extend({
  boards: z.array(z.enum(boards)),
  withSt: z.boolean(),
  positionCapBp: count,
  commissionPpm: count,
  commissionLeast: fen,
  indexCode: z.string().nullable(),
  delayDays: count,
  prizes: z.string(),
  /** Sanitised HTML. */
  rules: z.string(),
  mark: z.string(),
});

/** What a season's curves can be compared with. */
export const indexes = z.array(z.object({ code: z.string(), name: z.string() }));

export const playersQuery = z.object({
  seasonId: id('seasonId', '赛季编号'),
  show: choice('show', '范围', ['ranked', 'all', 'out'], 'all'),
  /** The beginning of a name, a whole mobile number, or the id of a player. */
  keyword: optionalText('keyword', '关键词', 50),
  cursor: optionalText('cursor', '游标', 40),
  size,
});
const player = z.object({
  id: z.string(),
  /** Null once the account is gone. */
  memberId: z.string().nullable(),
  name: z.string(),
  /** Its middle is hidden. */
  mobile: z.string(),
  joinedAt: z.string(),
  /** On the season's board; null before the first clearing, and for who is disqualified. */
  place: count.nullable(),
  returnPpm: count.nullable(),
  /** At the last clearing; null before. */
  assets: fen.nullable(),
  orders: count,
  disqualifiedAt: z.string().nullable(),
  reason: z.string(),
});
export const playerPage = cursorPageOf(player);

export const decision = fields({
  playerId: idOf('playerId', '选手编号'),
  reason: filled('reason', '原因', 200),
});

export const recompute = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  players: count,
  entries: count,
  differenceCount: count,
  /** Why it did not come to its end. */
  error: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export const recomputesQuery = z.object({ seasonId: id('seasonId', '赛季编号') });
/** The newest, newest first. */
export const recomputes = z.array(recompute);
export const recomputeQuery = z.object({ id: id('id', '复算编号') });
export const recomputeDetail = recompute.extend({
  /** The first hundred: whose, what, what is kept and what the log makes of it. */
  differences: z.array(
    z.object({
      playerId: z.string(),
      name: z.string(),
      what: z.string(),
      kept: z.string(),
      rebuilt: z.string(),
    }),
  ),
});

export const done = z.boolean();
export const madeId = z.object({ id: z.string() });

export type DeskSeason = z.infer<typeof season>;
export type DeskSeasonHead = z.infer<typeof seasons>[number];
export type DeskPlayer = z.infer<typeof playerPage>['records'][number];
export type Recompute = z.infer<typeof recomputes>[number];
export type RecomputeDetail = z.infer<typeof recomputeDetail>;
