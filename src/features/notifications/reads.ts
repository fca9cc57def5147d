import { countToDecide } from '#features/moderation/index.ts';
import { countSentBack } from '#features/references/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { unauthenticated } from '#kernel/errors.ts';
import { cutPage, emptyPage, offsetOf, type Page, type Paging, toPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import { countAudience, countSent, listSent } from './announcement-queries.ts';
import * as queries from './queries.ts';
import type { Announcement, DataCount, Notice } from './schema.ts';

const totalCap = 1000;
// A badge shows 99+ (seed §9), so nobody counts further.
const unreadCap = 100;
const approvalCap = 100;

/** What was announced to all members, the last first. */
export async function listAnnouncements(ctx: Context, paging: Paging): Promise<Page<Announcement>> {
  const total = await countSent(ctx.db);
  const offset = paging.cursor ? 0 : offsetOf(paging);
  if (offset === null) return emptyPage(paging, { total });
  const rows = await listSent(ctx.db, { limit: paging.size + 1, after: paging.cursor?.id, offset });
  const { shown, last } = cutPage(rows, paging.size);
  const cursor = last ? writeCursor({ at: last.created_at.getTime(), id: last.id }) : null;
  const records = shown.map(({ created_at, created_by, is_under_way, ...row }) => ({
    ...row,
    createdBy: created_by ?? '编辑部',
    createdAt: toIso(created_at),
    isUnderWay: is_under_way,
  }));
  return toPage(records, { total }, paging, cursor);
}

/** How many members an announcement would go to. */
export const readAudience = async ({ db }: Context): Promise<{ members: number }> => ({
  members: await countAudience(db),
});

/** What the caller was told, the last first. */
export async function listOwnNotices(
  ctx: Context,
  { kind, ...paging }: Paging & { kind?: string | undefined },
): Promise<Page<Notice>> {
  const memberId = memberOf(ctx);
  const offset = paging.cursor ? 0 : offsetOf(paging);
  const [rows, count] = await Promise.all([
    offset === null
      ? []
      : queries.listNotices(ctx.db, memberId, kind, { limit: paging.size + 1, after: paging.cursor, offset }),
    queries.countNotices(ctx.db, memberId, kind, totalCap),
  ]);
  const total = count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };
  if (rows.length === 0) return emptyPage(paging, total);
  const { shown, last } = cutPage(rows, paging.size);
  const cursor = last ? writeCursor({ at: last.told_at.getTime(), id: last.id }) : null;
  return toPage(shown.map(presentNotice), total, paging, cursor);
}

export const presentNotice = (row: queries.NoticeRow): Notice => ({
  id: row.id,
  kind: row.kind as Notice['kind'],
  title: row.title,
  body: row.body,
  link: row.link,
  createdAt: toIso(row.told_at),
  isRead: row.read_at !== null,
});

/**
 * The numbers beside the caller (seed §3). What waits for them: of a reviewer what others submitted, of a writer what came
 * back. @throws unauthenticated
 */
export async function readDataCount(ctx: Context): Promise<DataCount> {
  const memberId = memberOf(ctx);
  const [person, unread, toDecide, sentBack] = await Promise.all([
    queries.findPerson(ctx.db, memberId),
    unreadOf(ctx, [memberId]),
    countToDecide(ctx),
    countSentBack(ctx),
  ]);
  if (!person) throw unauthenticated();
  return {
    msgNotReadCount: unread.get(memberId) ?? 0,
    myApprovalCount: Math.min(approvalCap, toDecide + sentBack),
    avatar: person.avatar,
    name: person.name,
    mobile: `${person.mobile.slice(0, 3)}****${person.mobile.slice(-4)}`,
  };
}

/** How many notices each of these members has not read, counted no further than 100. */
export const unreadOf = (
  { db }: Pick<Context, 'db'>,
  memberIds: readonly string[],
): Promise<Map<string, number>> => queries.countUnread(db, memberIds, unreadCap);

/** Which of these sessions may still be told anything. */
export const liveSessions = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  sessionIds: readonly string[],
): Promise<Set<string>> => queries.listLiveSessions(db, sessionIds, now());
