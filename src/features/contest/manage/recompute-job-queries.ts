import { sql } from 'kysely';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { type Claimed, claimJobs, isHeld, type Queue } from '#kernel/db/queue.ts';
import type { Difference } from '../clearing/differences.ts';

export type RecomputeRow = {
  id: string;
  season_id: string;
  state: string;
  attempts: number;
  players: number;
  entries: number;
  difference_count: number;
  error: string;
  created_by_name: string | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
};

const selectRecomputes = (db: Database | Trx) =>
  db
    .selectFrom('contest_recomputes as c')
    .leftJoin('members as m', 'm.id', 'c.created_by')
    .select(['c.id', 'c.season_id', 'c.state', 'c.attempts', 'c.players', 'c.entries', 'c.difference_count'])
    .select(['c.error', 'c.created_at', 'c.started_at', 'c.ended_at', 'm.name as created_by_name']);

/** Newest first. Served by contest_recomputes_of_season. */
export const listRecomputes = (db: Database, seasonId: string, limit: number): Promise<RecomputeRow[]> =>
  selectRecomputes(db).where('c.season_id', '=', seasonId).orderBy('c.id', 'desc').limit(limit).execute();

export const findRecompute = (db: Database | Trx, id: string): Promise<RecomputeRow | undefined> =>
  selectRecomputes(db).where('c.id', '=', id).executeTakeFirst();

export async function listDifferences(db: Database, id: string): Promise<Difference[]> {
  const row = await db
    .selectFrom('contest_recomputes')
    .select('differences')
    .where('id', '=', id)
    .executeTakeFirst();
  return (row?.differences ?? []) as Difference[];
}

/** Returns player names by player id; a deleted member has none. */
export async function listMemberNamesByPlayer(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = await db
    .selectFrom('contest_players as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .select(['p.id', 'm.name'])
    .where('p.id', 'in', [...ids, '0'])
    .where('m.deleted_at', 'is', null)
    .execute();
  return new Map(names.map(({ id, name }) => [id, name]));
}

/** @returns undefined while another recompute of the season is queued or running */
export async function insertRecompute(
  trx: Trx,
  recompute: { season_id: string; created_by: string; created_at: Date },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('contest_recomputes')
    .values(recompute)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export const recomputeQueue: Queue = {
  table: 'contest_recomputes',
  isOpen: sql`state in ('queued', 'running')`,
  dueAt: 'due_at',
  attempts: 'attempts',
  order: sql`id`,
  leaseMs: 60_000,
};

/** Claims the oldest recompute that is queued or whose lease has expired, and marks it as running. */
export async function claimRecompute(ctx: Context): Promise<RecomputeRow | undefined> {
  const [claimed] = await claimJobs<{ id: string }>(ctx, ctx.db, recomputeQueue, {
    limit: 1,
    set: sql`state = 'running', started_at = ${ctx.now()}`,
    returning: sql`id`,
  });
  return claimed && findRecompute(ctx.db, claimed.id);
}

export type RecomputeOutcome = {
  state: 'done' | 'failed';
  error?: string;
  players?: number;
  entries?: number;
  difference_count?: number;
  differences?: readonly Difference[];
  ended_at: Date;
};

/** Saves the outcome of a running recompute, unless another process has claimed it since. */
export async function finishRecompute(
  db: Database,
  claimed: Claimed,
  { differences = [], ...outcome }: RecomputeOutcome,
): Promise<void> {
  await db
    .updateTable('contest_recomputes')
    .set({ ...outcome, differences: JSON.stringify(differences) })
    .where(isHeld(recomputeQueue, claimed))
    .execute();
}

/** Deletes all recomputes of a season except the newest `keepCount`. */
export async function deleteOldRecomputes(db: Database, seasonId: string, keepCount: number): Promise<void> {
  await sql`delete from contest_recomputes where season_id = ${seasonId} and id <= (
    select id from contest_recomputes where season_id = ${seasonId} order by id desc limit 1 offset ${keepCount})`.execute(
    db,
  );
}
