import type { Context } from '#kernel/context.ts';
import type { Fault } from '#kernel/storage/import-table.ts';
import { dayOf } from '#shared/dates.ts';
import { writePrice } from '#shared/market.ts';
import { dayNumber } from './days.ts';
import type { MarketReference } from './import-kind.ts';
import { listPriceBreaks, listQuotedDays } from './import-queries.ts';
import type { SeenRows } from './seen-rows.ts';

/** Per kind of warning. */
const maxWarnings = 1000;

/**
 * Finds suspicious rows in a file of valid daily quotes, by line: trade days missing for a code between its first and
 * last day in the file and absent from the database, and previous closes that differ from the close before.
 */
export async function findGaps(ctx: Context, seen: SeenRows, reference: MarketReference): Promise<Fault[]> {
  const warnings = [
    ...(await findMissingDays(ctx, seen, reference)),
    ...(await findPriceBreaks(ctx, seen, reference)),
  ];
  return warnings.sort((one, other) => one.line - other.line);
}

async function findMissingDays(ctx: Context, seen: SeenRows, reference: MarketReference): Promise<Fault[]> {
  const missing: { code: string; day: string; line: number }[] = [];
  for (const code of seen.codes()) {
    const dayNumbers = seen.placesOf(code);
    let dayIndex = reference.tradeDayIndexes.get(dayFromNumber(dayNumbers[0] ?? 0)) ?? 0;
    for (const dayNo of dayNumbers) {
      const endIndex = reference.tradeDayIndexes.get(dayFromNumber(dayNo)) ?? dayIndex;
      for (; dayIndex < endIndex && missing.length < maxWarnings; dayIndex += 1)
        missing.push({ code, day: reference.tradeDays[dayIndex] ?? '', line: seen.lineOf(code, dayNo) ?? 0 });
      dayIndex = endIndex + 1;
    }
  }
  const found = new Set(
    (missing.length > 0 ? await listQuotedDays(ctx.db, missing) : []).map(
      ({ code, day }) => `${code} ${day}`,
    ),
  );
  return missing
    .filter(({ code, day }) => !found.has(`${code} ${day}`))
    .map(({ code, day, line }) => ({ line, message: `在这一行之前缺 ${code} 在 ${day} 的行情` }));
}

async function findPriceBreaks(ctx: Context, seen: SeenRows, reference: MarketReference): Promise<Fault[]> {
  const codes = [...seen.codes()];
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const code of codes) {
    const dayNumbers = seen.placesOf(code);
    first = Math.min(first, dayNumbers[0] ?? first);
    last = Math.max(last, dayNumbers.at(-1) ?? last);
  }
  if (last === 0) return [];
  const from =
    reference.tradeDays[(reference.tradeDayIndexes.get(dayFromNumber(first)) ?? 1) - 1] ??
    dayFromNumber(first);
  const breaks = await listPriceBreaks(ctx.db, codes, from, dayFromNumber(last), maxWarnings);
  return breaks.flatMap(({ code, day, previous_close, before }) => {
    const line = seen.lineOf(code, dayNumber(day));
    return line === undefined
      ? []
      : [
          {
            line,
            message: `${code} 在 ${day} 的昨收价（prev_close）${writePrice(previous_close)} 不是前一个交易日的收盘价 ${writePrice(before)}，也没有除权`,
          },
        ];
  });
}

const dayFromNumber = (number: number): string => dayOf(new Date(number * 86_400_000));
