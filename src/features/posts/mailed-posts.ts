import type { AccessTarget } from '#features/entitlements/index.ts';
import type { Context } from '#kernel/context.ts';
import { toIso } from '#shared/dates.ts';
import { findBodies } from './list-queries.ts';
import { columnNames, toReadable } from './reads.ts';
import { findRecords } from './record-queries.ts';

/**
 * A post for mails to many people. `target` is what the access decision of each of them depends on; `html` is the whole
 * body, empty unless bodies were asked for, and must only reach people whose decision is `all`.
 */
export type MailedPost = {
  target: AccessTarget;
  title: string;
  summary: string;
  cover: string | null;
  columnName: string;
  authorName: string;
  publishedAt: string;
  html: string;
  openHtml: string;
};

/** Returns the published ones of these posts in the order of the ids, directly from the database. */
export async function readMailedPosts(
  ctx: Context,
  ids: readonly string[],
  { hasBodies }: { hasBodies: boolean },
): Promise<MailedPost[]> {
  const [rows, bodies, names] = await Promise.all([
    findRecords(ctx.db, ids),
    hasBodies ? findBodies(ctx.db, ids) : new Map<string, { html: string; open_html: string }>(),
    columnNames(ctx),
  ]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    if (row?.state !== 'published') return [];
    const body = bodies.get(id);
    return {
      target: toReadable(row),
      title: row.title,
      summary: row.summary,
      cover: row.cover,
      columnName: names.get(row.column_id) ?? '',
      authorName: [row.author_name, ...(row.co_authors ?? []).map(({ name }) => name)].join('、'),
      publishedAt: row.published_at ? toIso(row.published_at) : '',
      html: body?.html ?? '',
      openHtml: body?.open_html ?? '',
    };
  });
}
