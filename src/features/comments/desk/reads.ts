import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import type { ReportReason } from '../schema.ts';
import { quote } from '../tell.ts';
import { countShelves, type DeskRow, listDeskRows, listMutes, listOpenReports } from './desk-queries.ts';
import type { DeskComment, deskPage, deskQuery, Mute } from './schema.ts';

const mostReports = 5;
const mostCounted = 100;
const mostMutes = 200;

/** Comments as staff see them, newest first. */
export async function readDesk(
  ctx: Context,
  { cursor, size, ...filter }: z.output<typeof deskQuery>,
): Promise<z.infer<typeof deskPage>> {
  const rows = await listDeskRows(ctx.db, filter, { before: cursor, limit: size + 1, now: ctx.now() });
  const { shown, last } = cutPage(rows, size);
  const reported = shown.filter(({ reports }) => reports > 0).map(({ id }) => id);
  const reports = Map.groupBy(
    await listOpenReports(ctx.db, reported, mostReports),
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

/** How many wait and how many are reported, no further than 100. */
export const countDesk = ({ db }: Context) => countShelves(db, mostCounted);

/** Who may not comment now, the last muted first. */
export async function readMutes({ db, now }: Context): Promise<Mute[]> {
  const rows = await listMutes(db, now(), mostMutes);
  return rows.map(({ member_id: id, name, until, reason, by, created_at }) => ({
    member: { id, name },
    until: toIso(until),
    reason,
    by,
    createdAt: toIso(created_at),
  }));
}

function presentRow(row: DeskRow): Omit<DeskComment, 'reports'> {
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
