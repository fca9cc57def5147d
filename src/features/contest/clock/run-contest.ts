import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import { findDemoSeason } from '../demo/demo-queries.ts';
import { demoSeason } from '../demo/people.ts';
import { isPlayed, playDemo } from '../demo/play-demo.ts';
import { tradeDemo } from '../demo/traders.ts';
import { moveMarket } from '../market/generator/move-market.ts';
import { tendContest } from './tend-contest.ts';

/** So often, of the market's moves, one of the demo's players looks whether to trade. */
const movesBetweenTrades = 60;

/**
 * What the clock does for the contest. A demo's season is played out first: until it is, its days are nobody else's to
 * clear. @param isDemo whether this portal holds the demo edition
 */
export async function runContest(ctx: Context, rules: ContestRules, isDemo: boolean): Promise<void> {
  if (isDemo && rules.generator !== 'off' && !(await playOut(ctx))) return;
  await tendContest(ctx, rules);
}

async function playOut(ctx: Context): Promise<boolean> {
  try {
    return await playDemo(ctx);
  } catch (error) {
    ctx.log.error({ err: error }, 'the demo season could not be played out');
    return true;
  }
}

/**
 * Moves the invented market a step on; the demo's players go on trading a little in it. Not before their season has caught
 * up: quotes never go back, and its days need theirs. A portal without the demo edition invents nothing unless told to.
 */
export async function runMarket(ctx: Context, rules: ContestRules, isDemo: boolean): Promise<void> {
  if (isDemo ? !(await isPlayed(ctx)) : !rules.isGeneratorChosen) return;
  const hasMoved = await moveMarket(ctx, rules);
  if (!hasMoved || !isDemo || Math.random() * movesBetweenTrades > 1) return;
  const season = await findDemoSeason(ctx.db, demoSeason.name, dayOf(ctx.now()));
  if (season) await tradeDemo(ctx, season.id, { random: Math.random, eagerness: 0.15 });
}
