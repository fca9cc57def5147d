import { toIso } from '#shared/dates.ts';

/** A session of a trade day in Shanghai time; `opens` is inclusive, `closes` exclusive. */
export type Session = { opens: string; closes: string };

/** Whether orders are taken at a moment of a trade day. */
export function isOpenAt(sessions: readonly Session[], at: Date): boolean {
  const clock = toIso(at).slice(11, 16);
  return sessions.some(({ opens, closes }) => opens <= clock && clock < closes);
}

/** Formats sessions for a message: 9:15–9:25、9:30–11:30、13:00–15:00. */
export const formatSessions = (sessions: readonly Session[]): string =>
  sessions.map(({ opens, closes }) => `${trimLeadingZero(opens)}–${trimLeadingZero(closes)}`).join('、');

const trimLeadingZero = (clock: string) => clock.replace(/^0/, '');
