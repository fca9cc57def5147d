import type { Side } from './rules/fees.ts';

/** The first day of a season has come, and its players can trade. Published once per season. */
export type SeasonBegun = { seasonId: string };

/** The last day of a season is cleared and places are final. Published once per season. */
export type SeasonEnded = { seasonId: string };

/** What a cleared day changed in the top ten of the season board. Players tied with an eleventh are not counted. */
export type TopTenChanged = {
  seasonId: string;
  /** The cleared day. */
  day: string;
  entered: { playerId: string; place: number }[];
  left: { playerId: string }[];
  /** A player who holds the first place alone and did not the day before, or null. */
  leader: string | null;
};

/** Orders that were filled together; prices in 厘. */
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

/** Staff disqualified a player for a reason, or reinstated them (null). */
export type DisqualificationChanged = { playerId: string; seasonId: string; reason: string | null };

declare module '#kernel/events.ts' {
  interface Events {
    'contest.begun': SeasonBegun;
    'contest.ended': SeasonEnded;
    'contest.moved': TopTenChanged;
    'contest.filled': OrdersFilled;
    'contest.judged': DisqualificationChanged;
  }
}
