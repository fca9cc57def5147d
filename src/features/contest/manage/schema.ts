import { z } from 'zod';
import { fields, flag, idOf, oneOf, requiredText, text, whole } from '#kernel/http/bodies.ts';
import { choice, id, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { parseMoment } from '#shared/dates.ts';

/* Money is in fen, days are Shanghai days (`2026-11-21`), ratios are basis points (bp) or millionths (ppm). */
const count = z.number().int();
const fen = z.number().int();

export const boards = ['main', 'chinext', 'star', 'bse'] as const;

const day = (label: string) =>
  z
    .string({ error: `请填写${label}` })
    .trim()
    .refine((value) => value.length === 10 && parseMoment(value) !== null, {
      error: `${label}不正确，应为 2026-11-20`,
    })
    .meta({ title: label, examples: ['2099-01-01'] });

/** The editable fields of a season. `mark` is the version token of the season as the editor opened it. */
export const seasonInput = fields({
  id: idOf('赛季编号').optional(),
  mark: z
    .string({ error: '打开时的标记应为文字' })
    .max(64, { error: '打开时的标记不正确' })
    .optional()
    .meta({ title: '打开时的标记' }),
  name: requiredText('赛季名称', 30),
  startsOn: day('开始日期'),
  endsOn: day('结束日期'),
  /** ¥1,000 to ¥1,000,000,000. */
  startingCash: whole('起始资金', 100_000, 100_000_000_000),
  boards: z
    .array(oneOf('可买板块', boards), { error: '可买板块应为板块的列表' })
    .min(1, { error: '请至少选一个可买板块' })
    .max(20, { error: '可买板块有重复' })
    .transform((chosen) => boards.filter((board) => chosen.includes(board)))
    .meta({ title: '可买板块' }),
  withSt: flag('可买 ST'),
  positionCapBp: whole('单只持仓上限', 100, 10_000),
  commissionPpm: whole('佣金费率', 0, 3000),
  commissionLeast: whole('最低佣金', 0, 10_000),
  indexCode: z
    .string({ error: '对比指数应为指数代码，或空为不比' })
    .trim()
    .regex(/^[0-9A-Z.]{1,12}$/, { error: '对比指数不正确' })
    .nullable()
    .default(null)
    .meta({ title: '对比指数' }),
  delayDays: whole('他人交易延后', 0, 30),
  forWhom: oneOf('谁可以报名', ['member', 'vip']),
  prizes: text('奖品', 500),
  /** HTML; sanitised before it is saved. */
  rules: z
    .string({ error: '规则应为文字' })
    .max(200_000, { error: '规则过长，最多 200000 个字' })
    .default('')
    .meta({ title: '规则' }),
  isOpen: flag('对读者公开'),
});

export const deleteSeasonInput = fields({ id: idOf('赛季编号') });
export const recomputeInput = fields({ seasonId: idOf('赛季编号') });
export const seasonQuery = z.object({ id: id('赛季编号') });

const seasonSummary = z.object({
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
  /** The last cleared day, to which the boards refer; null before the first. */
  clearedOn: z.string().nullable(),
});
/** Latest start date first. */
export const seasons = z.array(seasonSummary);

export const season = seasonSummary.extend({
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

/** The indexes a season's curves can be compared with. */
export const indexes = z.array(z.object({ code: z.string(), name: z.string() }));

export const playersQuery = z.object({
  seasonId: id('赛季编号'),
  show: choice('范围', ['ranked', 'all', 'out'], 'all'),
  /** A name prefix, a full mobile number, or a player id. */
  keyword: optionalText('关键词', 50),
  cursor: optionalText('游标', 40),
  size,
});
const player = z.object({
  id: z.string(),
  /** Null once the account is deleted. */
  memberId: z.string().nullable(),
  name: z.string(),
  /** Masked in the middle. */
  mobile: z.string(),
  joinedAt: z.string(),
  /** Place on the season's board; null before the first clearing and for a disqualified player. */
  place: count.nullable(),
  returnPpm: count.nullable(),
  /** At the last clearing; null before the first. */
  assets: fen.nullable(),
  orders: count,
  disqualifiedAt: z.string().nullable(),
  reason: z.string(),
});
export const playerPage = cursorPageOf(player);

export const decisionInput = fields({
  playerId: idOf('选手编号'),
  reason: requiredText('原因', 200),
});

export const recompute = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  players: count,
  entries: count,
  differenceCount: count,
  /** Why the recompute failed. */
  error: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export const recomputesQuery = z.object({ seasonId: id('赛季编号') });
/** The most recent ones, newest first. */
export const recomputes = z.array(recompute);
export const recomputeQuery = z.object({ id: id('复算编号') });
export const recomputeDetail = recompute.extend({
  /** The first hundred differences: player, value, stored amount and the amount rebuilt from the log. */
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
export const createdId = z.object({ id: z.string() });

export type AdminSeason = z.infer<typeof season>;
export type AdminSeasonSummary = z.infer<typeof seasons>[number];
export type AdminPlayer = z.infer<typeof playerPage>['records'][number];
export type Recompute = z.infer<typeof recomputes>[number];
export type RecomputeDetail = z.infer<typeof recomputeDetail>;
