import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { dayOf } from '#shared/dates.ts';
import { readTables } from '../securities.ts';
import { replaceTradeFee, replaceTradeRule, replaceTradeSessions } from './desk-queries.ts';
import type { addFeeInput, addRuleInput, addSessionsInput, MarketRules } from './schema.ts';

/** The tables of rules, each from a day on, the newest first. */
export async function readRules(ctx: Context): Promise<MarketRules> {
  const { trade, fees, sessions } = await readTables(ctx);
  const days = [...new Set(sessions.map(({ validFrom }) => validFrom))];
  return {
    trade: trade.toReversed(),
    fees: fees.toReversed(),
    sessions: days.toReversed().map((validFrom) => ({
      validFrom,
      parts: sessions
        .filter((session) => session.validFrom === validFrom)
        .map(({ opens, closes }) => ({ opens, closes })),
    })),
  };
}

/**
 * Lets a rule of a board hold from a day on. Only from tomorrow: what was traded by a rule stays as it was.
 * @throws invalid naming the field
 */
export async function addRule(ctx: Context, input: z.output<typeof addRuleInput>): Promise<true> {
  const { board, isSt, validFrom, lotLeast, lotStep, lotMost, limitBp, freeDays, tick } = input;
  if (lotMost < lotLeast) throw invalid('单笔最多股数（lotMost）不能少于最少买入股数（lotLeast）');
  return add(ctx, validFrom, 'contest.market.rule', input, (trx) =>
    replaceTradeRule(trx, {
      board,
      is_st: isSt,
      valid_from: validFrom,
      lot_least: lotLeast,
      lot_step: lotStep,
      lot_most: lotMost,
      limit_bp: limitBp,
      free_days: freeDays,
      tick,
    }),
  );
}

/** Lets public fees hold from a day on. @throws as addRule */
export const addFee = (ctx: Context, input: z.output<typeof addFeeInput>): Promise<true> =>
  add(ctx, input.validFrom, 'contest.market.fee', input, (trx) =>
    replaceTradeFee(trx, {
      valid_from: input.validFrom,
      stamp_ppm: input.stampPpm,
      transfer_ppm: input.transferPpm,
    }),
  );

/** Lets hours hold from a day on. @throws as addRule */
export async function addSessions(
  ctx: Context,
  { validFrom, parts: given }: z.output<typeof addSessionsInput>,
): Promise<true> {
  const parts = given.toSorted((one, other) => (one.opens < other.opens ? -1 : 1));
  const upside = parts.find(({ opens, closes }) => closes <= opens);
  if (upside) throw invalid(`交易时段（parts）的结束应晚于开始：${upside.opens}–${upside.closes}`);
  const crossing = parts.find(({ opens }, place) => place > 0 && opens < (parts[place - 1]?.closes ?? ''));
  if (crossing) throw invalid(`交易时段（parts）不能重叠：${crossing.opens}–${crossing.closes}`);
  const words = parts.map(({ opens, closes }) => `${opens}–${closes}`).join('、');
  return add(ctx, validFrom, 'contest.market.sessions', { validFrom, parts: words }, (trx) =>
    replaceTradeSessions(trx, validFrom, parts),
  );
}

function add(
  ctx: Context,
  validFrom: string,
  action: string,
  after: Record<string, unknown>,
  write: (trx: Trx) => Promise<void>,
): Promise<true> {
  if (validFrom <= dayOf(ctx.now()))
    throw invalid('生效日期（validFrom）应在今天之后，已经发生的交易不按新规则重算');
  return inTransaction(ctx, async (trx) => {
    await write(trx);
    await recordAction(ctx, trx, { action, target: `contest-market:${validFrom}`, after });
    await purge(ctx, trx, ['market']);
    return true as const;
  });
}
