import type { z } from 'zod';
import { differences, recordAction } from '#features/audit/index.ts';
import { noteMediaUses } from '#features/media/index.ts';
import { prepareBody } from '#features/posts/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { markOf } from '#kernel/mark.ts';
import { dayOf } from '#shared/dates.ts';
import { stateOf } from '../seasons/seasons.ts';
import {
  type DeskSeasonRow,
  deleteSeason,
  findDeskSeason,
  findSeasonNames,
  insertSeason,
  isIndex,
  listDeskSeasons,
  listIndexes,
  lockDeskSeason,
  type SeasonFields,
  updateSeason,
} from './desk-queries.ts';
import { faultOfSeason } from './policy.ts';
import type { DeskSeason, DeskSeasonHead, seasonInput } from './schema.ts';

const unknownSeason = () => notFound('没有这个赛季，可能已被删除');

/** All seasons as the desk sees them, the last to begin first. */
export async function readDeskSeasons(ctx: Context): Promise<DeskSeasonHead[]> {
  const today = dayOf(ctx.now());
  return (await listDeskSeasons(ctx.db)).map((row) => presentHead(row, today));
}

/** A season to be edited. @throws notFound */
export async function readDeskSeason(ctx: Context, id: string): Promise<DeskSeason> {
  const row = await findDeskSeason(ctx.db, id);
  if (!row) throw unknownSeason();
  return presentSeason(row, dayOf(ctx.now()));
}

/** The indexes that are known, by code. */
export const readIndexes = ({ db }: Context) => listIndexes(db);

/** Names of seasons, for what points at them. */
export const nameSeasons = ({ db }: Context, ids: readonly string[]): Promise<Map<string, string>> =>
  findSeasonNames(db, ids);

/**
 * Makes a season, or changes one; readers see it at once where it is open. Once somebody enrolled, the game they
 * enrolled in stays.
 * @throws conflict where somebody else saved since `mark`, for a name that is taken, and for what is fixed; invalid
 * naming the field; notFound
 */
export async function saveSeason(
  ctx: Context,
  { id, mark, ...input }: z.output<typeof seasonInput>,
): Promise<{ id: string }> {
  const { html, images } = await prepareBody({ body: input.rules, format: 'html' });
  const season = toFields({ ...input, rules: html });
  return inTransaction(ctx, async (trx) => {
    const before = id === undefined ? undefined : await lockDeskSeason(trx, id);
    if (id !== undefined && !before) throw unknownSeason();
    if (before && markOfSeason(before) !== mark)
      throw conflict(`「${before.name}」刚被别人改过，请看过最新的内容后再保存`);
    const fault = faultOfSeason(season, before, dayOf(ctx.now()));
    if (fault) throw (fault.kind === 'conflict' ? conflict : invalid)(fault.message);
    if (season.index_code !== null && !(await isIndex(trx, season.index_code)))
      throw invalid('对比指数（indexCode）不存在，请先在「行情」里导入这个指数');
    const savedId = before?.id ?? (await insertSeason(trx, season));
    if (before)
      await updateSeason(trx, savedId, season, {
        beginsAnew: before.starts_on !== season.starts_on,
        endsAnew: before.ends_on !== season.ends_on,
      });
    await noteMediaUses(ctx, trx, `contest-season:${savedId}`, images);
    await recordSeason(ctx, trx, savedId, { before, after: season });
    await purge(ctx, trx, ['contest']);
    return { id: savedId };
  }).catch(explainName);
}

/** Deletes a season that nobody enrolled in. @throws conflict once somebody did; notFound */
export async function removeSeason(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const before = await lockDeskSeason(trx, id);
    if (!before) throw unknownSeason();
    if (before.players > 0)
      throw conflict(`「${before.name}」已有 ${before.players} 人报名，不能删除；可以改为不对读者公开`);
    await deleteSeason(trx, id);
    await noteMediaUses(ctx, trx, `contest-season:${id}`, []);
    await recordSeason(ctx, trx, id, { before, after: undefined });
    await purge(ctx, trx, ['contest']);
  });
  return true;
}

/** The log keeps the whole of what changed, the rules too: what people agreed to when they enrolled can be shown. */
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

const toFields = (input: Omit<z.output<typeof seasonInput>, 'id' | 'mark'>): SeasonFields => ({
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

/** The constraint decides who of two at once gets the name. */
function explainName(error: unknown): never {
  throw (error as { constraint?: string }).constraint === 'contest_seasons_name_key'
    ? conflict('已有同名的赛季，请换一个赛季名称（name）')
    : error;
}

/** What the desk decides about a season, by the names of the wire; also what the log keeps of it. */
const presentFields = (row: SeasonFields) => ({
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
const markOfSeason = (row: SeasonFields): string => markOf(presentFields(row));

const presentHead = (row: DeskSeasonRow, today: string): DeskSeasonHead => ({
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

const presentSeason = (row: DeskSeasonRow, today: string): DeskSeason => ({
  ...presentHead(row, today),
  ...presentFields(row),
  mark: markOfSeason(row),
});
