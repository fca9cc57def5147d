import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type FileUsageRow = {
  /** A published or withdrawn post links the file as an attachment. */
  is_linked: boolean;
  /** A published post links the file where anyone may read it. */
  is_open: boolean;
  /** A member uploaded the file, and nothing that readers see shows it. */
  is_unpublished: boolean;
  /** The newest published post that links the file. */
  post_id: string | null;
  column_id: string | null;
};

/** Finds the posts and the media item that decide who may download a file. Each look-up uses an index. */
export async function findFileUsage(db: Database, address: string): Promise<FileUsageRow> {
  const { rows } = await sql<FileUsageRow>`
    with linked as (
      select p.id, p.column_id, p.state = 'published' is_out,
        p.state = 'published' and (p.access = 'public' or strpos(b.open_html, ${address}) > 0) is_open
      from post_bodies b join posts p on p.id = b.post_id
      where b.attachments <> '[]' and attachment_paths(b.attachments) @> array[${address}]
        and p.state in ('published', 'withdrawn')
    )
    select exists (select from linked) is_linked, exists (select from linked where is_open) is_open,
      exists (select from media_items m where m.address = ${address} and m.is_of_member and not exists (
        select from media_uses u where u.media_id = m.id and (u.target not like 'post:%' or exists (
          select from posts p where p.id = substr(u.target, 6)::bigint and p.state = 'published')))) is_unpublished,
      piece.id post_id, piece.column_id
    from (select) one left join lateral (
      select id, column_id from linked where is_out order by id desc limit 1) piece on true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The file usage query returned no row');
  return row;
}
