import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import { writePrice } from '#shared/market.ts';
import { dayNumber } from './days.ts';
import { listBreaks, listFoundDays } from './import-queries.ts';
import type { Known } from './kind.ts';
import type { SeenRows } from './seen-rows.ts';

export type Warning = { line: number; reason: string };

/** No more than so many of each are told. */
const most = 1000;

/**
 * What looks wrong with a file of daily quotes though each row is sound, by line: trade days missing for a code between its
 * first and its last of the file, which nobody has brought before; previous closes that are not the close before.
 */
export async function findGaps(ctx: Context, seen: SeenRows, known: Known): Promise<Warning[]> {
  const warnings = [...(await findMissing(ctx, seen, known)), ...(await findBreaks(ctx, seen, known))];
  return warnings.sort((one, other) => one.line - other.line);
}

async function findMissing(ctx: Context, seen: SeenRows, known: Known): Promise<Warning[]> {
  const missing: { code: string; day: string; line: number }[] = [];
  for (const code of seen.codes()) {
    const places = seen.placesOf(code);
    let at = known.places.get(dayOfNumber(places[0] ?? 0)) ?? 0;
    for (const place of places) {
      const until = known.places.get(dayOfNumber(place)) ?? at;
      for (; at < until && missing.length < most; at += 1)
        missing.push({ code, day: known.tradeDays[at] ?? '', line: seen.lineOf(code, place) ?? 0 });
      at = until + 1;
    }
  }
  const found = new Set(
    (missing.length > 0 ? await listFoundDays(ctx.db, missing) : []).map(({ code, day }) => `${code} ${day}`),
  );
  return missing
    .filter(({ code, day }) => !found.has(`${code} ${day}`))
    .map(({ code, day, line }) => ({ line, reason: `在这一行之前缺 ${code} 在 ${day} 的行情` }));
}

async function findBreaks(ctx: Context, seen: SeenRows, known: Known): Promise<Warning[]> {
  const codes = [...seen.codes()];
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const code of codes) {
    const places = seen.placesOf(code);
    first = Math.min(first, places[0] ?? first);
    last = Math.max(last, places.at(-1) ?? last);
  }
  if (last === 0) return [];
  const from = known.tradeDays[(known.places.get(dayOfNumber(first)) ?? 1) - 1] ?? dayOfNumber(first);
  const breaks = await listBreaks(ctx.db, codes, from, dayOfNumber(last), most);
  return breaks.flatMap(({ code, day, previous_close, before }) => {
    const line = seen.lineOf(code, dayNumber(day));
    return line === undefined
      ? []
      : [
          {
            line,
            reason: `${code} 在 ${day} 的昨收价（prev_close）${writePrice(previous_close)} 不是前一个交易日的收盘价 ${writePrice(before)}，也没有除权`,
          },
        ];
  });
}

const dayOfNumber = (number: number): string => dayOf(new Date(number * 86_400_000));
