import { markOf } from '#kernel/mark.ts';
import { stateOf } from '../seasons/seasons.ts';
import type { DeskSeason, DeskSeasonHead } from './schema.ts';
import type { DeskSeasonRow, SeasonFields } from './season-desk-queries.ts';

/** What the desk decides about a season, by the names of the wire; also what the log keeps of it. */
export const presentFields = (row: SeasonFields) => ({
  name: row.name,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  startingCash: Number(row.starting_cash),
  boards: row.boards as DeskSeason['boards'],
  withSt: row.with_st,
  positionCapBp: row.position_cap_bp,
  commissionPpm: row.commission_ppm,
  commissionLeast: row.commission_least,
  indexCode: row.index_code,
  delayDays: row.delay_days,
  forWhom: row.for_whom as DeskSeason['forWhom'],
  prizes: row.prizes,
  rules: row.rules,
  isOpen: row.is_open,
});

/** The mark of a season as it was opened; clearing and enrolments leave it alone. */
export const markOfSeason = (row: SeasonFields): string => markOf(presentFields(row));

export const presentHead = (row: DeskSeasonRow, today: string): DeskSeasonHead => ({
  id: row.id,
  name: row.name,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  state: stateOf(row, today),
  isOpen: row.is_open,
  forWhom: row.for_whom as DeskSeasonHead['forWhom'],
  startingCash: Number(row.starting_cash),
  players: row.players,
  disqualified: row.disqualified,
  clearedOn: row.cleared_on,
});

export const presentSeason = (row: DeskSeasonRow, today: string): DeskSeason => ({
  ...presentHead(row, today),
  ...presentFields(row),
  mark: markOfSeason(row),
});
