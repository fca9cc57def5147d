import { purge } from '#kernel/cache/purge.ts';
import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { insertClosesFromLatestQuotes } from '../../jobs/due-queries.ts';
import { amountOf } from '../../rules/prices.ts';
import { isOpenAt } from '../../rules/sessions.ts';
import { type NewQuote, upsertIntradayQuotes, upsertLatestQuotes } from '../import/import-queries.ts';
import { isSessionOpenAt, sessionsOn } from '../securities.ts';
import {
  addAllDayTradeDay,
  addTradeDay,
  type InventedQuoteRow,
  listInventedQuotes,
  tryLockGenerator,
} from './generator-queries.ts';
import { inventedIndex } from './invented-securities.ts';
import { readOpenings } from './openings.ts';
import { type SecurityOpening, securityLead, weightedIndex } from './plan-day.ts';
import { approximateNormal, stepPrice } from './random-walk.ts';
import { seedInventedMarket } from './seed-invented-market.ts';

/** Minimum interval between two steps of the market. */
const minStepIntervalMs = 2000;
/** The overnight gap of a price equals its movement in this much trading time. */
const overnightMs = 900_000;
/** Number of steps that reconstruct the part of today that has already passed. */
const maxCatchUpSteps = 60;

/**
 * Moves the invented securities one step while their market is open, and writes the closes after it. Quotes take the
 * same path as imported ones, but a chart keeps one per minute. Safe in several processes at once.
 * @returns whether they moved
 */
export function moveMarket(
  ctx: Context,
  { generator }: Pick<ContestRules, 'generator'>,
  random: () => number = Math.random,
): Promise<boolean> {
  if (generator === 'off') return Promise.resolve(false);
  return inTransaction(ctx, async (trx) => {
    if (!(await tryLockGenerator(trx))) return false;
    const now = ctx.now();
    const today = dayOf(now);
    await seedInventedMarket(ctx, trx, 0);
    const isNewTradeDay =
      generator === 'always'
        ? await addAllDayTradeDay(trx, today)
        : !isWeekend(today) && (await addTradeDay(trx, today));
    if (isNewTradeDay) await purge(ctx, trx, ['contest']);
    const latest = await listInventedQuotes(trx);
    const newest = latest.reduce((last, { at }) => Math.max(last, at?.getTime() ?? 0), 0);
    if (now.getTime() - newest < minStepIntervalMs) return false;
    const isOpen = await isSessionOpenAt({ ...ctx, db: trx }, now);
    const lastDay = newest === 0 ? null : dayOf(new Date(newest));
    const isOver = lastDay !== null && (lastDay < today || !(isOpen || (await opensLater(ctx, trx, now))));
    if (isOver) await insertClosesFromLatestQuotes(trx, lastDay, { isInvented: true });
    if (!isOpen) return false;
    if (lastDay !== today) await catchUp(ctx, trx, { now, today, random });
    await stepMarket(ctx, trx, { now, today, latest: await listInventedQuotes(trx), random });
    return true;
  });
}

/** Fills today's chart from the opening of the market, although the portal started later. */
async function catchUp(
  ctx: Context,
  trx: Trx,
  { now, today, random }: { now: Date; today: string; random: () => number },
): Promise<void> {
  const sessions = await sessionsOn({ ...ctx, db: trx }, today);
  const openedAt = Date.parse(`${today}T${sessions[0]?.opens ?? '09:30'}:00+08:00`);
  const intervalMs = Math.max((now.getTime() - openedAt) / maxCatchUpSteps, 60_000);
  for (let at = openedAt; at < now.getTime() - intervalMs; at += intervalMs)
    if (isOpenAt(sessions, new Date(at)))
      await stepMarket(ctx, trx, { now: new Date(at), today, latest: await listInventedQuotes(trx), random });
}

async function stepMarket(
  ctx: Context,
  trx: Trx,
  {
    now,
    today,
    latest,
    random,
  }: { now: Date; today: string; latest: InventedQuoteRow[]; random: () => number },
): Promise<void> {
  const quoteByCode = new Map(latest.map((row) => [row.code, row]));
  const closes = new Map(
    latest.flatMap((row) => (row.at && row.day !== today ? [[row.code, row.last] as const] : [])),
  );
  const marketPush = approximateNormal(random) * 0.5;
  const part = toIso(now).slice(0, 13).replace('T', ' ');
  const members = (await readOpenings(ctx, trx, today, closes)).map((opening) => {
    const row = quoteByCode.get(opening.company.code);
    const push = marketPush + approximateNormal(random) * 0.85;
    return {
      quote: nextQuoteOf(opening, row?.day === today ? row : undefined, now, { part, push, random }),
      weight: opening.company.weight,
    };
  });
  const quotes = members.map(({ quote }) => quote);
  const index = quoteByCode.get(inventedIndex.code);
  const isToday = index?.day === today;
  const previous = (isToday ? index?.previous_close : index?.last) ?? inventedIndex.price;
  const last = weightedIndex(
    previous,
    members.map(({ quote, weight }) => ({ ...quote, weight })),
    (quote) => quote.last,
  );
  quotes.push({
    code: inventedIndex.code,
    at: now,
    open: isToday ? index.open : last,
    high: isToday ? Math.max(index.high, last) : last,
    low: isToday ? Math.min(index.low, last) : last,
    last,
    previous_close: previous,
    limit_up: null,
    limit_down: null,
    volume: quotes.reduce((sum, { volume }) => sum + volume, 0),
    amount: quotes.reduce((sum, { amount }) => sum + amount, 0),
    is_suspended: false,
  });
  await upsertLatestQuotes(trx, quotes);
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  await upsertIntradayQuotes(
    trx,
    quotes.map(({ code, last: price, volume, amount }) => ({
      code,
      at: minute,
      last: price,
      volume,
      amount,
    })),
  );
}

/** @param today what is already known of today */
function nextQuoteOf(
  { company, previousClose, limits, tick }: SecurityOpening,
  today: InventedQuoteRow | undefined,
  at: Date,
  { part, push, random }: { part: string; push: number; random: () => number },
): NewQuote {
  const previous = today?.previous_close ?? previousClose;
  const bounds = today
    ? {
        tick,
        limits:
          today.limit_up !== null && today.limit_down !== null
            ? { up: today.limit_up, down: today.limit_down }
            : null,
      }
    : { tick, limits };
  const restlessness = company.volatilityBp / 10_000;
  const elapsedMs = today?.at ? at.getTime() - today.at.getTime() : overnightMs;
  const last = company.isSuspended
    ? previous
    : stepPrice(
        today?.last ?? previous,
        previous,
        { lead: securityLead(company, part), push, restlessness, elapsedMs },
        bounds,
        random(),
      );
  const tradedShares = company.isSuspended
    ? 0
    : Math.round(company.weight * 0.02 * (0.2 + random() * 2)) * 100;
  return {
    code: company.code,
    at,
    open: today?.open ?? last,
    high: Math.max(today?.high ?? last, last),
    low: Math.min(today?.low ?? last, last),
    last,
    previous_close: previous,
    limit_up: bounds.limits?.up ?? null,
    limit_down: bounds.limits?.down ?? null,
    volume: Number(today?.volume ?? 0) + tradedShares,
    amount: Number(today?.amount ?? 0) + amountOf(last, tradedShares),
    is_suspended: company.isSuspended === true,
  };
}

/** Whether the market opens again today, as after the lunch break. */
async function opensLater(ctx: Context, trx: Trx, now: Date): Promise<boolean> {
  const day = dayOf(now);
  const clock = toIso(now).slice(11, 16);
  const sessions = await sessionsOn({ ...ctx, db: trx }, day);
  return sessions.some(({ opens }) => opens > clock);
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
