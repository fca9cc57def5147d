import { purge } from '#kernel/cache/purge.ts';
import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { closeWithLatest } from '../../clock/due-queries.ts';
import { amountOf } from '../../rules/prices.ts';
import { isOpenAt } from '../../rules/sessions.ts';
import { keepLatest, type NewQuote, upsertIntraday } from '../import/import-queries.ts';
import { isSessionAt, sessionsOn } from '../securities.ts';
import {
  type InventedLatest,
  listInvented,
  openAllDay,
  openDay,
  tryLockGenerator,
} from './generator-queries.ts';
import { indexOf, leadOf, type Standing } from './plan-day.ts';
import { plantInvented } from './plant.ts';
import { inventedIndex } from './securities.ts';
import { standingsOn } from './standings.ts';
import { bellOf, stepPrice } from './walk.ts';

/** Nobody moves the market twice in so short a time. */
const leastPauseMs = 2000;
/** From the evening before to the first quote a price strays as far as in so long a time of the day. */
const nightMs = 900_000;
/** In so many steps what the day has had already is made up for. */
const caughtUpIn = 60;

/**
 * Moves the invented securities a step on, while their market is open; after the close it writes the day's closes. Their
 * quotes go the way imported ones go, but a chart keeps one a minute. Safe in several processes at once.
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
    await plantInvented(ctx, trx, 0);
    const isNew =
      generator === 'always'
        ? await openAllDay(trx, today)
        : !isWeekend(today) && (await openDay(trx, today));
    if (isNew) await purge(ctx, trx, ['contest']);
    const latest = await listInvented(trx);
    const newest = latest.reduce((last, { at }) => Math.max(last, at?.getTime() ?? 0), 0);
    if (now.getTime() - newest < leastPauseMs) return false;
    const isOpen = await isSessionAt({ ...ctx, db: trx }, now);
    const lastDay = newest === 0 ? null : dayOf(new Date(newest));
    const isOver = lastDay !== null && (lastDay < today || !(isOpen || (await opensLater(ctx, trx, now))));
    if (isOver) await closeWithLatest(trx, lastDay, { isInvented: true });
    if (!isOpen) return false;
    if (lastDay !== today) await catchUp(ctx, trx, { now, today, random });
    await step(ctx, trx, { now, today, latest: await listInvented(trx), random });
    return true;
  });
}

/** A chart of today that begins when the market did, though the portal began later. */
async function catchUp(
  ctx: Context,
  trx: Trx,
  { now, today, random }: { now: Date; today: string; random: () => number },
): Promise<void> {
  const sessions = await sessionsOn({ ...ctx, db: trx }, today);
  const began = Date.parse(`${today}T${sessions[0]?.opens ?? '09:30'}:00+08:00`);
  const pauseMs = Math.max((now.getTime() - began) / caughtUpIn, 60_000);
  for (let at = began; at < now.getTime() - pauseMs; at += pauseMs)
    if (isOpenAt(sessions, new Date(at)))
      await step(ctx, trx, { now: new Date(at), today, latest: await listInvented(trx), random });
}

async function step(
  ctx: Context,
  trx: Trx,
  {
    now,
    today,
    latest,
    random,
  }: { now: Date; today: string; latest: InventedLatest[]; random: () => number },
): Promise<void> {
  const known = new Map(latest.map((row) => [row.code, row]));
  const closes = new Map(
    latest.flatMap((row) => (row.at && row.day !== today ? [[row.code, row.last] as const] : [])),
  );
  const market = bellOf(random) * 0.5;
  const part = toIso(now).slice(0, 13).replace('T', ' ');
  const members = (await standingsOn(ctx, trx, today, closes)).map((standing) => {
    const row = known.get(standing.company.code);
    const push = market + bellOf(random) * 0.85;
    return {
      quote: quoteOf(standing, row?.day === today ? row : undefined, now, { part, push, random }),
      weight: standing.company.weight,
    };
  });
  const quotes = members.map(({ quote }) => quote);
  const index = known.get(inventedIndex.code);
  const isToday = index?.day === today;
  const previous = (isToday ? index?.previous_close : index?.last) ?? inventedIndex.price;
  const last = indexOf(
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
  await keepLatest(trx, quotes);
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  await upsertIntraday(
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

/** @param today what is known of today already */
function quoteOf(
  { company, previousClose, limits, tick }: Standing,
  today: InventedLatest | undefined,
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
  const elapsedMs = today?.at ? at.getTime() - today.at.getTime() : nightMs;
  const last = company.isSuspended
    ? previous
    : stepPrice(
        today?.last ?? previous,
        previous,
        { lead: leadOf(company, part), push, restlessness, elapsedMs },
        bounds,
        random(),
      );
  const bought = company.isSuspended ? 0 : Math.round(company.weight * 0.02 * (0.2 + random() * 2)) * 100;
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
    volume: Number(today?.volume ?? 0) + bought,
    amount: Number(today?.amount ?? 0) + amountOf(last, bought),
    is_suspended: company.isSuspended === true,
  };
}

/** Whether the market opens again today: at noon it does. */
async function opensLater(ctx: Context, trx: Trx, now: Date): Promise<boolean> {
  const day = dayOf(now);
  const clock = toIso(now).slice(11, 16);
  const sessions = await sessionsOn({ ...ctx, db: trx }, day);
  return sessions.some(({ opens }) => opens > clock);
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
