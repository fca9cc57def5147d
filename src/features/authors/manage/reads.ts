import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { emptyPage, offsetOf, type Page, toPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import { type AdminAuthorRow, countAdminAuthors, listAdminAuthors } from './admin-queries.ts';
import type { AuthorRecord, authorListQuery } from './schema.ts';

const totalCap = 1000;

/** Lists authors for the back office, newest first, by the beginning of their name. */
export async function readAdminAuthors(
  { db }: Context,
  query: z.output<typeof authorListQuery>,
): Promise<Page<AuthorRecord>> {
  const name = query.name?.normalize('NFC').trim() || undefined;
  const filter = { name, isWaiting: query.qualification === 'waiting' };
  const count = await countAdminAuthors(db, filter, totalCap);
  const total = count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };
  const offset = query.cursor ? 0 : offsetOf(query);
  if (offset === null) return emptyPage(query, total);
  const rows = await listAdminAuthors(db, filter, {
    limit: query.size + 1,
    before: query.cursor?.id,
    offset,
  });
  const shown = rows.slice(0, query.size);
  const last = rows.length > query.size ? shown.at(-1) : undefined;
  const cursor = last ? writeCursor({ at: last.created_at.getTime(), id: last.id }) : null;
  return toPage(shown.map(presentAuthor), total, query, cursor);
}

const presentAuthor = ({
  member_id,
  member_name,
  created_at,
  share_percent,
  qualification_state,
  qualification_note,
  ...row
}: AdminAuthorRow): AuthorRecord => ({
  ...row,
  qualificationState: qualification_state as AuthorRecord['qualificationState'],
  qualificationNote: qualification_note,
  member: member_id === null ? null : { id: member_id, name: member_name ?? '' },
  createdAt: toIso(created_at),
  sharePercent: share_percent,
});
