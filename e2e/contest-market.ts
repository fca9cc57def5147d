import { type OwnContest, openOwnContest } from '../src/testing/own-contest.ts';
import { newMobile } from './codes.ts';
import { expect } from './journey.ts';
import { settings } from './portal.ts';

export type ContestMarket = OwnContest & {
  /** Ends the day: the security closes at this price, and the worker clears the day that is over. */
  passNight(close: number): Promise<void>;
  /** Adds a leading player with this gain today, in hundredths of a percent. */
  addLeader(name: string, gainBp: number): Promise<void>;
};

/** @param slot a different one for each of the journeys that run in parallel */
export async function openMarket(slot: number): Promise<ContestMarket> {
  const contest = await openOwnContest(settings.DATA_DIR, slot);
  return {
    ...contest,
    async passNight(close) {
      await contest.shiftBackOneDay(close);
      await expect.poll(contest.isCleared, { message: 'the day that is over is cleared' }).toBe(true);
      await contest.quote(close);
    },
    addLeader: (name, gainBp) => contest.addPlayer({ name, mobile: newMobile(), gainBp }),
  };
}
