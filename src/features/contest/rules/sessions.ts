import { toIso } from '#shared/dates.ts';

/** A part of a trade day, by the Shanghai clock: 09:30 inclusive to 11:30 exclusive. */
export type Session = { opens: string; closes: string };

/** Whether orders are taken at a moment of a trade day. */
export function isOpenAt(sessions: readonly Session[], at: Date): boolean {
  const clock = toIso(at).slice(11, 16);
  return sessions.some(({ opens, closes }) => opens <= clock && clock < closes);
}

/** 9:15–9:25、9:30–11:30、13:00–15:00, for a message. */
export const spellSessions = (sessions: readonly Session[]): string =>
  sessions.map(({ opens, closes }) => `${short(opens)}–${short(closes)}`).join('、');

const short = (clock: string) => clock.replace(/^0/, '');
