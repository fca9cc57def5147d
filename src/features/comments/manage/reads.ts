import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { quote } from '../notify-readers.ts';
import type { ReportReason } from '../schema.ts';
import {
  type AdminCommentRow,
  countPendingAndReported,
  listAdminRows,
  listMutes,
  listOpenReports,
} from './admin-queries.ts';
import type { AdminComment, adminPage, adminQuery, Mute } from './schema.ts';

const maxReports = 5;
const maxCount = 100;
const maxMutes = 200;

/** Lists comments for staff, newest first. */
export async function readAdminComments(
  ctx: Context,
  { cursor, size, ...filter }: z.output<typeof adminQuery>,
): Promise<z.infer<typeof adminPage>> {
  const rows = await listAdminRows(ctx.db, filter, { before: cursor, limit: size + 1, now: ctx.now() });
  const { shown, last } = cutPage(rows, size);
  const reportedIds = shown.filter(({ reports }) => reports > 0).map(({ id }) => id);
  const reports = Map.groupBy(
    await listOpenReports(ctx.db, reportedIds, maxReports),
    ({ comment_id }) => comment_id,
  );
  return {
    records: shown.map((row) => ({
      ...presentRow(row),
      reports: (reports.get(row.id) ?? []).map(({ reason, note, by, created_at }) => ({
        reason: reason as ReportReason,
        note,
        by,
        at: toIso(created_at),
      })),
    })),
    cursor: last?.id ?? null,
  };
}

/** Counts pending and reported comments, each up to 100. */
export const countAdminComments = ({ db }: Context) => countPendingAndReported(db, maxCount);

/** Lists members who are muted now, the last muted first. */
export async function readMutes({ db, now }: Context): Promise<Mute[]> {
  const rows = await listMutes(db, now(), maxMutes);
  return rows.map(({ member_id: id, name, until, reason, by, created_at }) => ({
    member: { id, name },
    until: toIso(until),
    reason,
    by,
    createdAt: toIso(created_at),
  }));
}

function presentRow(row: AdminCommentRow): Omit<AdminComment, 'reports'> {
  return {
    id: row.id,
    state: row.state,
    post: { id: row.post_id, title: row.post_title, columnId: row.column_id },
    rootId: row.root_id,
    answers:
      row.answers_id === null
        ? null
        : {
            id: row.answers_id,
            name: row.answers_name ?? '已注销的会员',
            body: quote(row.answers_body ?? ''),
          },
    writer:
      row.member_id === null
        ? null
        : {
            id: row.member_id,
            name: row.member_name ?? '',
            avatar: row.member_avatar,
            mutedUntil: row.muted_until && toIso(row.muted_until),
          },
    guestName: row.guest_name,
    body: row.body,
    mentions: row.mentions.map(({ name }) => name),
    province: row.province,
    likes: row.likes,
    replies: row.replies,
    createdAt: toIso(row.created_at),
    reason: row.reason,
    heldFor: row.held_for ?? '',
    hits: row.hits ?? [],
    reportCount: row.reports,
  };
}
