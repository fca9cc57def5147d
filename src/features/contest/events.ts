import type { Side } from './rules/fees.ts';

/** A season's first day has come: whoever is enrolled can trade. Told once of a season. */
export type SeasonBegun = { seasonId: string };

/** The last day of a season is cleared: places are final. Told once of a season. */
export type SeasonEnded = { seasonId: string };

/** What a cleared day changed among the first ten of a season's whole board; who ties for the last of them is not told. */
export type BoardMoved = {
  seasonId: string;
  /** The day that was cleared. */
  day: string;
  entered: { playerId: string; place: number }[];
  left: { playerId: string }[];
  /** Who stands first alone and did not the day before; null where nobody does. */
  leader: string | null;
};

/** Orders filled, some of them at once; prices in 厘. */
export type OrdersFilled = {
  fills: {
    orderId: string;
    playerId: string;
    code: string;
    side: Side;
    price: number;
    quantity: number;
  }[];
};

/** Staff took a player out of a season for a reason, or with null let them back in. */
export type PlayerJudged = { playerId: string; seasonId: string; reason: string | null };

declare module '#kernel/events.ts' {
  interface Events {
    'contest.begun': SeasonBegun;
    'contest.ended': SeasonEnded;
    'contest.moved': BoardMoved;
    'contest.filled': OrdersFilled;
    'contest.judged': PlayerJudged;
  }
}
