import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';
import { toIso } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';
import { maskMobile } from '#shared/mobiles.ts';
import { setDisqualified } from '../seasons/disqualify.ts';
import { findSeason } from '../seasons/season-queries.ts';
import {
  type AdminPlayerRow,
  listNewestPlayers,
  listRankedPlayers,
  type PlayerSearch,
} from './admin-queries.ts';
import type { AdminPlayer, playerPage, playersQuery } from './schema.ts';

/**
 * Returns a page of a season's players: all or only disqualified ones by latest enrolment, ranked ones by place.
 * @throws notFound; invalid for a malformed cursor
 */
export async function readAdminPlayers(
  { db }: Context,
  { seasonId, show, keyword, cursor, size }: z.output<typeof playersQuery>,
): Promise<z.infer<typeof playerPage>> {
  if (!(await findSeason(db, seasonId))) throw notFound('没有这个赛季，可能已被删除');
  const search = parseKeyword(keyword);
  const rows =
    show === 'ranked'
      ? await listRankedPlayers(db, seasonId, { search, after: parseRankCursor(cursor) }, size + 1)
      : await listNewestPlayers(
          db,
          seasonId,
          { isDisqualified: show === 'out', search, before: parseIdCursor(cursor) },
          size + 1,
        );
  const { shown, last } = cutPage(rows, size);
  const next = show === 'ranked' ? `${last?.place}-${last?.id}` : last?.id;
  return { records: shown.map(presentPlayer), cursor: last ? (next ?? null) : null };
}

const presentPlayer = (row: AdminPlayerRow): AdminPlayer => ({
  id: row.id,
  memberId: row.member_id,
  name: row.name,
  mobile: row.mobile === null ? '' : maskMobile(row.mobile),
  joinedAt: toIso(row.joined_at),
  place: row.place,
  returnPpm: row.return_ppm,
  assets: row.assets === null ? null : Number(row.assets),
  orders: row.orders,
  disqualifiedAt: row.disqualified_at && toIso(row.disqualified_at),
  reason: row.reason,
});

function parseKeyword(keyword: string | undefined): PlayerSearch | undefined {
  const namePrefix = cleanText(keyword ?? '').trim();
  if (namePrefix === '') return undefined;
  const digits = namePrefix.normalize('NFKC').replace(/[\s-]/g, '');
  return {
    namePrefix,
    ...(/^1\d{10}$/.test(digits) && { mobile: digits }),
    ...(isId(digits) && { id: digits }),
  };
}

const invalidCursor = () => invalid('游标不正确，请使用上一页返回的值', 'cursor');

function parseIdCursor(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !isId(cursor)) throw invalidCursor();
  return cursor;
}

function parseRankCursor(cursor = '0-0'): { place: number; playerId: string } {
  const [, place = '', playerId = ''] = /^(\d{1,9})-(\d{1,18})$/.exec(cursor) ?? [];
  if (place === '') throw invalidCursor();
  return { place: Number(place), playerId };
}

type Decision = { playerId: string; reason: string };

/**
 * Disqualifies a player for a reason that is public on the player's page.
 * @throws conflict if the player is already disqualified; notFound
 */
export async function disqualifyPlayer(ctx: Context, { playerId, reason }: Decision): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const { seasonId } = await setDisqualified(ctx, trx, playerId, reason);
    await recordAction(ctx, trx, {
      action: 'contest.disqualify',
      target: `contest-player:${playerId}`,
      after: { seasonId, reason },
    });
  });
  return true;
}

/** Reinstates a player; the reason is recorded only in the audit log. @throws conflict if not disqualified; notFound */
export async function reinstatePlayer(ctx: Context, { playerId, reason }: Decision): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const { seasonId, reasonBefore } = await setDisqualified(ctx, trx, playerId, null);
    await recordAction(ctx, trx, {
      action: 'contest.reinstate',
      target: `contest-player:${playerId}`,
      before: { seasonId, reason: reasonBefore },
      after: { seasonId, reason },
    });
  });
  return true;
}
