import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import type { ContestFront } from '../schema.ts';
import { findCurrentView } from '../seasons/season-queries.ts';
import { listBoard } from './board-queries.ts';
import { presentLine } from './boards.ts';

const size = 5;

/** The season that runs with the first of its board, for the front page; without a season where none runs. */
export async function readFront({ db, now }: Context): Promise<ContestFront> {
  const today = dayOf(now());
  const season = await findCurrentView(db, today);
  if (!season || today < season.starts_on || today > season.ends_on) return { season: null, records: [] };
  const rows = await listBoard(
    db,
    { seasonId: season.id, period: 'season' },
    { place: 0, playerId: '0' },
    size,
  );
  return {
    season: {
      name: season.name,
      endsOn: season.ends_on,
      players: season.players,
      clearedOn: season.cleared_on,
    },
    records: rows
      .map(presentLine)
      .map(({ place, playerId, name, returnPpm }) => ({ place, playerId, name, returnPpm })),
  };
}
