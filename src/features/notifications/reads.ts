import { countAwaitingDecision } from '#features/moderation/index.ts';
import { offModules } from '#features/settings/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { unauthenticated } from '#kernel/errors.ts';
import { cutPage, emptyPage, offsetOf, type Page, type Paging, toPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import { maskMobile } from '#shared/mobiles.ts';
import { isOffAddress } from '#shared/modules.ts';
import { countAudience, countSentAnnouncements, listSentAnnouncements } from './announcement-queries.ts';
import * as queries from './queries.ts';
import type { Announcement, DataCount, Notice } from './schema.ts';

const totalCap = 1000;
// A badge shows at most 99+ (docs/product.md §9), so counting stops here.
const unreadCap = 100;
const approvalCap = 100;

/** Lists announcements to all members, newest first. */
export async function listAnnouncements(ctx: Context, paging: Paging): Promise<Page<Announcement>> {
  const total = await countSentAnnouncements(ctx.db);
  const offset = paging.cursor ? 0 : offsetOf(paging);
  if (offset === null) return emptyPage(paging, { total });
  const rows = await listSentAnnouncements(ctx.db, {
    limit: paging.size + 1,
    after: paging.cursor?.id,
    offset,
  });
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

export const readAudience = async ({ db }: Context): Promise<{ members: number }> => ({
  members: await countAudience(db),
});

export async function listOwnNotices(
  ctx: Context,
  { kind, ...paging }: Paging & { kind?: string | undefined },
): Promise<Page<Notice>> {
  const memberId = requireMemberId(ctx);
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
  const off = await offModules(ctx);
  const records = shown.map(presentNotice).map((notice) => ({
    ...notice,
    link: isOffAddress(notice.link, off) ? '' : notice.link,
  }));
  return toPage(records, total, paging, cursor);
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

/** Counts what a reviewer sent back to the caller. */
export type CountSentBack = (ctx: Context) => Promise<number>;

declare module '#kernel/feature.ts' {
  interface Extensions {
    countSentBack: CountSentBack;
  }
}

/**
 * Returns the counts beside the caller's name (docs/product.md §3). Pending items are others' submissions for a
 * reviewer, and returned posts for a writer. @throws unauthenticated
 */
export async function readDataCount(ctx: Context, countSentBack: CountSentBack): Promise<DataCount> {
  const memberId = requireMemberId(ctx);
  const [person, unread, toDecide, sentBack] = await Promise.all([
    queries.findPerson(ctx.db, memberId),
    countUnread(ctx, [memberId]),
    countAwaitingDecision(ctx),
    countSentBack(ctx),
  ]);
  if (!person) throw unauthenticated();
  return {
    msgNotReadCount: unread.get(memberId) ?? 0,
    myApprovalCount: Math.min(approvalCap, toDecide + sentBack),
    avatar: person.avatar,
    name: person.name,
    mobile: maskMobile(person.mobile),
  };
}

/** Counts each member's unread notices up to 100. */
export const countUnread = (
  { db }: Pick<Context, 'db'>,
  memberIds: readonly string[],
): Promise<Map<string, number>> => queries.countUnread(db, memberIds, unreadCap);

/** Returns which of these sessions may still receive events. */
export const listLiveSessions = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  sessionIds: readonly string[],
): Promise<Set<string>> => queries.listLiveSessions(db, sessionIds, now());
