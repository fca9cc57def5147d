import { type OwnContest, openOwnContest } from '../src/testing/own-contest.ts';
import { newMobile } from './codes.ts';
import { expect } from './journey.ts';
import { settings } from './portal.ts';

export type ContestMarket = OwnContest & {
  /** A night passes: the security closed at this price, and the worker has cleared the day that is over. */
  passNight(close: number): Promise<void>;
  /** Somebody leads who has gained so much today, in hundredths of a percent. */
  addLeader(name: string, gainBp: number): Promise<void>;
};

/** @param place another one for each of the journeys that run at the same time */
export async function openMarket(place: number): Promise<ContestMarket> {
  const contest = await openOwnContest(settings.DATA_DIR, place);
  return {
    ...contest,
    async passNight(close) {
      await contest.moveNight(close);
      await expect.poll(contest.isCleared, { message: 'the day that is over is cleared' }).toBe(true);
      await contest.quote(close);
    },
    addLeader: (name, gainBp) => contest.addRival({ name, mobile: newMobile(), gainBp }),
  };
}
