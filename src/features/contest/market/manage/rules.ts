import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { dayOf } from '#shared/dates.ts';
import { readExchangeRules } from '../securities.ts';
import { replaceTradeFee, replaceTradeRule, replaceTradeSessions } from './admin-queries.ts';
import type { addFeeInput, addRuleInput, addSessionsInput, MarketRules } from './schema.ts';

/** Returns the exchange rules by effective date, newest first. */
export async function readRules(ctx: Context): Promise<MarketRules> {
  const { trade, fees, sessions } = await readExchangeRules(ctx);
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
 * Adds a board rule that applies from a day on. The day must be in the future, so that past trades keep their rules.
 * @throws invalid naming the field
 */
export async function addRule(ctx: Context, input: z.output<typeof addRuleInput>): Promise<true> {
  const { board, isSt, validFrom, lotLeast, lotStep, lotMost, limitBp, freeDays, tick } = input;
  if (lotMost < lotLeast) throw invalid('单笔最多股数不能少于最少买入股数', 'lotMost');
  return addDatedRow(ctx, validFrom, 'contest.market.rule', input, (trx) =>
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

/** Adds public fees that apply from a day on. @throws the errors of addRule */
export const addFee = (ctx: Context, input: z.output<typeof addFeeInput>): Promise<true> =>
  addDatedRow(ctx, input.validFrom, 'contest.market.fee', input, (trx) =>
    replaceTradeFee(trx, {
      valid_from: input.validFrom,
      stamp_ppm: input.stampPpm,
      transfer_ppm: input.transferPpm,
    }),
  );

/** Adds trading hours that apply from a day on. @throws the errors of addRule */
export async function addSessions(
  ctx: Context,
  { validFrom, parts: given }: z.output<typeof addSessionsInput>,
): Promise<true> {
  const parts = given.toSorted((one, other) => (one.opens < other.opens ? -1 : 1));
  const reversed = parts.find(({ opens, closes }) => closes <= opens);
  if (reversed) throw invalid(`交易时段的结束应晚于开始：${reversed.opens}–${reversed.closes}`, 'parts');
  const overlapping = parts.find(({ opens }, index) => index > 0 && opens < (parts[index - 1]?.closes ?? ''));
  if (overlapping) throw invalid(`交易时段不能重叠：${overlapping.opens}–${overlapping.closes}`, 'parts');
  const partsText = parts.map(({ opens, closes }) => `${opens}–${closes}`).join('、');
  return addDatedRow(ctx, validFrom, 'contest.market.sessions', { validFrom, parts: partsText }, (trx) =>
    replaceTradeSessions(trx, validFrom, parts),
  );
}

function addDatedRow(
  ctx: Context,
  validFrom: string,
  action: string,
  after: Record<string, unknown>,
  write: (trx: Trx) => Promise<void>,
): Promise<true> {
  if (validFrom <= dayOf(ctx.now()))
    throw invalid('生效日期应在今天之后，已经发生的交易不按新规则重算', 'validFrom');
  return inTransaction(ctx, async (trx) => {
    await write(trx);
    await recordAction(ctx, trx, { action, target: `contest-market:${validFrom}`, after });
    await purge(ctx, trx, ['market']);
    return true as const;
  });
}
