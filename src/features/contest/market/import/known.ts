import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import { closingsOf } from '../securities.ts';
import { listClearedCodes, listCodes, listTradeDays } from './import-queries.ts';
import type { Known } from './kind.ts';

/**
 * What rows are held against, as it is when a file begins. @param isSettled whether to ask what seasons reckoned with
 */
export async function readKnown(ctx: Context, isSettled: boolean): Promise<Known> {
  const [codes, tradeDays, cleared, closesAt] = await Promise.all([
    listCodes(ctx.db),
    listTradeDays(ctx.db),
    isSettled ? listClearedCodes(ctx.db) : [],
    closingsOf(ctx),
  ]);
  const now = ctx.now();
  const today = dayOf(now);
  const held = Map.groupBy(cleared, ({ code }) => code);
  return {
    now,
    codes: new Set(codes),
    tradeDays,
    places: new Map(tradeDays.map((day, place) => [day, place])),
    closesAt,
    isCleared: (code, day) =>
      held
        .get(code)
        ?.some(({ starts_on, cleared_on }) => starts_on <= day && cleared_on !== null && day <= cleared_on) ??
      false,
    isPaidOut: (code, exDay) =>
      exDay <= today && (held.get(code)?.some(({ starts_on }) => starts_on <= exDay) ?? false),
  };
}
