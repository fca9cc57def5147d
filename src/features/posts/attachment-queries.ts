import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type FileRow = {
  /** A piece that is out, or was, links it as an attachment. */
  is_linked: boolean;
  /** A published piece links it where anybody may read. */
  is_open: boolean;
  /** A member put it in, and nothing that readers see shows it. */
  is_unpublished: boolean;
  /** The newest published piece that links it. */
  post_id: string | null;
  column_id: string | null;
};

/** Who may have a file of ours, by the pieces and the media item it belongs to. Each look-up is by an index. */
export async function findFile(db: Database, address: string): Promise<FileRow> {
  const { rows } = await sql<FileRow>`
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
  if (!row) throw new Error('a file’s row is always answered');
  return row;
}
