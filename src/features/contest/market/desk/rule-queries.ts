import type { Trx } from '#kernel/context.ts';

export type NewTradeRule = {
  board: string;
  is_st: boolean;
  valid_from: string;
  lot_least: number;
  lot_step: number;
  lot_most: number;
  limit_bp: number | null;
  free_days: number;
  tick: number;
};

export async function replaceTradeRule(trx: Trx, row: NewTradeRule): Promise<void> {
  const { board, is_st, valid_from } = row;
  await trx
    .deleteFrom('trade_rules')
    .where((is) => is.and({ board, is_st, valid_from }))
    .execute();
  await trx.insertInto('trade_rules').values(row).execute();
}

export async function replaceTradeFee(
  trx: Trx,
  row: { valid_from: string; stamp_ppm: number; transfer_ppm: number },
): Promise<void> {
  await trx.deleteFrom('trade_fees').where('valid_from', '=', row.valid_from).execute();
  await trx.insertInto('trade_fees').values(row).execute();
}

export async function replaceTradeSessions(
  trx: Trx,
  valid_from: string,
  parts: readonly { opens: string; closes: string }[],
): Promise<void> {
  await trx.deleteFrom('trade_sessions').where('valid_from', '=', valid_from).execute();
  await trx
    .insertInto('trade_sessions')
    .values(parts.map(({ opens, closes }) => ({ valid_from, opens, closes })))
    .execute();
}
