import type { z } from 'zod';
import { differences, recordAction } from '#features/audit/index.ts';
import { recordMediaUses } from '#features/media/index.ts';
import { prepareBody } from '#features/posts/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { versionToken } from '#kernel/version-token.ts';
import { dayOf } from '#shared/dates.ts';
import { stateOf } from '../seasons/seasons.ts';
import {
  type AdminSeasonRow,
  deleteSeason,
  findAdminSeason,
  insertSeason,
  isIndex,
  listAdminSeasons,
  listIndexes,
  listSeasonNamesById,
  lockAdminSeason,
  type SeasonFields,
  updateSeason,
} from './admin-queries.ts';
import { validateSeason } from './policy.ts';
import type { AdminSeason, AdminSeasonSummary, seasonInput } from './schema.ts';

const seasonNotFound = () => notFound('没有这个赛季，可能已被删除');

/** Returns all seasons for staff, latest start date first. */
export async function readAdminSeasons(ctx: Context): Promise<AdminSeasonSummary[]> {
  const today = dayOf(ctx.now());
  return (await listAdminSeasons(ctx.db)).map((row) => presentSeasonSummary(row, today));
}

/** Returns a season for editing. @throws notFound */
export async function readAdminSeason(ctx: Context, id: string): Promise<AdminSeason> {
  const row = await findAdminSeason(ctx.db, id);
  if (!row) throw seasonNotFound();
  return presentSeason(row, dayOf(ctx.now()));
}

export const readIndexes = ({ db }: Context) => listIndexes(db);

/** Returns season names by id, for other features that refer to seasons. */
export const readSeasonNames = ({ db }: Context, ids: readonly string[]): Promise<Map<string, string>> =>
  listSeasonNamesById(db, ids);

/**
 * Creates or updates a season; readers see an open season at once. Once a player has enrolled, the rules of the game
 * are fixed.
 * @throws conflict if the season was saved since `mark`, for a duplicate name and for a fixed field; invalid naming the
 * field; notFound
 */
export async function saveSeason(
  ctx: Context,
  { id, mark, ...input }: z.output<typeof seasonInput>,
): Promise<{ id: string }> {
  const { html, images } = await prepareBody({ body: input.rules, format: 'html' });
  const season = toSeasonFields({ ...input, rules: html });
  return inTransaction(ctx, async (trx) => {
    const before = id === undefined ? undefined : await lockAdminSeason(trx, id);
    if (id !== undefined && !before) throw seasonNotFound();
    if (before && markOfSeason(before) !== mark)
      throw conflict(`“${before.name}”刚被别人改过，请看过最新的内容后再保存`);
    const fault = validateSeason(season, before, dayOf(ctx.now()));
    if (fault) throw (fault.kind === 'conflict' ? conflict : invalid)(fault.message, fault.field);
    if (season.index_code !== null && !(await isIndex(trx, season.index_code)))
      throw invalid('对比指数不存在，请先在“行情”里导入这个指数', 'indexCode');
    const savedId = before?.id ?? (await insertSeason(trx, season));
    if (before)
      await updateSeason(trx, savedId, season, {
        hasNewStart: before.starts_on !== season.starts_on,
        hasNewEnd: before.ends_on !== season.ends_on,
      });
    await recordMediaUses(ctx, trx, `contest-season:${savedId}`, images);
    await recordSeason(ctx, trx, savedId, { before, after: season });
    await purge(ctx, trx, ['contest']);
    return { id: savedId };
  }).catch(explainNameConflict);
}

/** Deletes a season without players. @throws conflict once a player has enrolled; notFound */
export async function removeSeason(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const before = await lockAdminSeason(trx, id);
    if (!before) throw seasonNotFound();
    if (before.players > 0)
      throw conflict(`“${before.name}”已有 ${before.players} 人报名，不能删除；可以改为不对读者公开`);
    await deleteSeason(trx, id);
    await recordMediaUses(ctx, trx, `contest-season:${id}`, []);
    await recordSeason(ctx, trx, id, { before, after: undefined });
    await purge(ctx, trx, ['contest']);
  });
  return true;
}

/** The audit log keeps the full change, rules included, as evidence of what players agreed to at enrolment. */
async function recordSeason(
  ctx: Context,
  trx: Trx,
  id: string,
  { before, after }: { before: SeasonFields | undefined; after: SeasonFields | undefined },
): Promise<void> {
  const target = `contest-season:${id}`;
  if (before && after)
    return recordAction(ctx, trx, {
      action: 'contest.save',
      target,
      ...differences(describeSeason(before), describeSeason(after)),
    });
  await recordAction(ctx, trx, {
    action: after ? 'contest.create' : 'contest.delete',
    target,
    ...(before && { before: describeSeason(before) }),
    ...(after && { after: describeSeason(after) }),
  });
}

const boardNames: Readonly<Record<string, string>> = {
  main: '主板',
  chinext: '创业板',
  star: '科创板',
  bse: '北交所',
};

function describeSeason(row: SeasonFields) {
  const { isOpen: isPublic, boards, ...fields } = presentFields(row);
  return { ...fields, boards: boards.map((board) => boardNames[board]).join('、'), isPublic };
}

const toSeasonFields = (input: Omit<z.output<typeof seasonInput>, 'id' | 'mark'>): SeasonFields => ({
  name: input.name,
  starts_on: input.startsOn,
  ends_on: input.endsOn,
  starting_cash: String(input.startingCash),
  boards: input.boards,
  with_st: input.withSt,
  position_cap_bp: input.positionCapBp,
  commission_ppm: input.commissionPpm,
  commission_least: input.commissionLeast,
  index_code: input.indexCode,
  delay_days: input.delayDays,
  for_whom: input.forWhom,
  prizes: input.prizes,
  rules: input.rules,
  is_open: input.isOpen,
});

/** The unique constraint decides which of two concurrent saves gets the name. */
function explainNameConflict(error: unknown): never {
  throw (error as { constraint?: string }).constraint === 'contest_seasons_name_key'
    ? conflict('已有同名的赛季，请换一个赛季名称', 'name')
    : error;
}

/** The editable fields of a season under their wire names; the audit log stores the same shape. */
const presentFields = (row: SeasonFields) => ({
  name: row.name,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  startingCash: Number(row.starting_cash),
  boards: row.boards as AdminSeason['boards'],
  withSt: row.with_st,
  positionCapBp: row.position_cap_bp,
  commissionPpm: row.commission_ppm,
  commissionLeast: row.commission_least,
  indexCode: row.index_code,
  delayDays: row.delay_days,
  forWhom: row.for_whom as AdminSeason['forWhom'],
  prizes: row.prizes,
  rules: row.rules,
  isOpen: row.is_open,
});

/** The version token of a season's editable fields; clearing and enrolments do not change it. */
const markOfSeason = (row: SeasonFields): string => versionToken(presentFields(row));

const presentSeasonSummary = (row: AdminSeasonRow, today: string): AdminSeasonSummary => ({
  id: row.id,
  name: row.name,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  state: stateOf(row, today),
  isOpen: row.is_open,
  forWhom: row.for_whom as AdminSeasonSummary['forWhom'],
  startingCash: Number(row.starting_cash),
  players: row.players,
  disqualified: row.disqualified,
  clearedOn: row.cleared_on,
});

const presentSeason = (row: AdminSeasonRow, today: string): AdminSeason => ({
  ...presentSeasonSummary(row, today),
  ...presentFields(row),
  mark: markOfSeason(row),
});
