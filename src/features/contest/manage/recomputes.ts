import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { whileLeased } from '#kernel/db/queue.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { recomputeSeason } from '../clearing/recompute.ts';
import { findSeason } from '../seasons/season-queries.ts';
import {
  claimRecompute,
  deleteOldRecomputes,
  findRecompute,
  finishRecompute,
  insertRecompute,
  listDifferences,
  listMemberNamesByPlayer,
  listRecomputes,
  type RecomputeRow,
  recomputeQueue,
} from './recompute-job-queries.ts';
import type { Recompute, RecomputeDetail } from './schema.ts';

/** Only so many differences are stored per recompute; the number reported is stored too. */
const maxStoredDifferences = 100;
/** Per season. */
const maxStoredRecomputes = 20;
const maxAttempts = 3;

/** Queues a season for recomputation by the worker. @throws conflict while one is queued or running */
export function queueRecompute(ctx: Context, seasonId: string): Promise<Recompute> {
  return inTransaction(ctx, async (trx) => {
    if (!(await findSeason(trx, seasonId))) throw notFound('没有这个赛季，可能已被删除');
    const row = { season_id: seasonId, created_by: requireMemberId(ctx), created_at: ctx.now() };
    const id = await insertRecompute(trx, row);
    if (!id) throw conflict('这个赛季已经有一次复算在进行，请等它结束');
    await recordAction(ctx, trx, { action: 'contest.recompute', target: `contest-season:${seasonId}` });
    return presentRecompute(await requireRecompute(trx, id));
  });
}

/** Returns the recomputes of a season, newest first. */
export async function readRecomputes({ db }: Context, seasonId: string): Promise<Recompute[]> {
  return (await listRecomputes(db, seasonId, maxStoredRecomputes)).map(presentRecompute);
}

/** Returns one recompute with the differences it found. @throws notFound */
export async function readRecompute({ db }: Context, id: string): Promise<RecomputeDetail> {
  const row = await requireRecompute(db, id);
  const differences = await listDifferences(db, id);
  const names = await listMemberNamesByPlayer(db, [...new Set(differences.map(({ playerId }) => playerId))]);
  return {
    ...presentRecompute(row),
    differences: differences.map((difference) => ({
      ...difference,
      name: names.get(difference.playerId) ?? '已离开的选手',
    })),
  };
}

/**
 * Runs the oldest queued recompute to its end. A recompute whose process died runs again after its lease has expired.
 * @returns false if none is queued
 */
export async function runNextRecompute(ctx: Context): Promise<boolean> {
  const row = await claimRecompute(ctx);
  if (!row) return false;
  await whileLeased(ctx, recomputeQueue, row, () => runRecompute(ctx, row));
  await deleteOldRecomputes(ctx.db, row.season_id, maxStoredRecomputes);
  return true;
}

async function runRecompute(ctx: Context, row: RecomputeRow): Promise<void> {
  const fail = (error: string) =>
    finishRecompute(ctx.db, row, { state: 'failed', error, ended_at: ctx.now() });
  if (row.attempts > maxAttempts) return fail('处理它的进程一再中断，已停止');
  try {
    const { players, entries, differences } = await recomputeSeason(ctx, row.season_id);
    await finishRecompute(ctx.db, row, {
      state: 'done',
      players,
      entries,
      difference_count: differences.length,
      differences: differences.slice(0, maxStoredDifferences),
      ended_at: ctx.now(),
    });
  } catch (error) {
    ctx.log.error({ err: error, recompute: row.id }, 'a contest recompute failed');
    await fail(`没有算完（${(error as Error).message.slice(0, 100)}），详情见服务器日志`);
  }
}

async function requireRecompute(db: Context['db'], id: string): Promise<RecomputeRow> {
  const row = await findRecompute(db, id);
  if (!row) throw notFound('没有这次复算');
  return row;
}

const presentRecompute = (row: RecomputeRow): Recompute => ({
  id: row.id,
  state: row.state as Recompute['state'],
  players: row.players,
  entries: row.entries,
  differenceCount: row.difference_count,
  error: row.error,
  createdBy: row.created_by_name ?? '系统',
  createdAt: toIso(row.created_at),
  startedAt: row.started_at && toIso(row.started_at),
  endedAt: row.ended_at && toIso(row.ended_at),
});
