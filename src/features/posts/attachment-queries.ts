import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type FileUsageRow = {
  address: string;
  /** A published or withdrawn post links the file as an attachment. */
  is_linked: boolean;
  /** A published post links the file where anyone may read it. */
  is_open: boolean;
  /** A member uploaded the file, and nothing that readers see shows it. */
  is_unpublished: boolean;
  /** The member in question uploaded the file, first or again. */
  is_own: boolean;
  /** The newest published post that links the file. */
  post_id: string | null;
  column_id: string | null;
};

/** Finds the posts and the media items that decide whether a member may download these files. Each look-up uses an index. */
export async function findFileUsages(
  db: Database,
  addresses: readonly string[],
  memberId: string | null,
): Promise<FileUsageRow[]> {
  const { rows } = await sql<FileUsageRow>`
    select file.address, usage.* from unnest(${addresses}::text[]) file (address) cross join lateral (
      with linked as (
        select p.id, p.column_id, p.state = 'published' is_out,
          p.state = 'published' and (p.access = 'public' or strpos(b.open_html, file.address) > 0) is_open
        from post_bodies b join posts p on p.id = b.post_id
        where b.attachments <> '[]' and attachment_paths(b.attachments) @> array[file.address]
          and p.state in ('published', 'withdrawn')
      )
      select exists (select from linked) is_linked, exists (select from linked where is_open) is_open,
        coalesce(item.is_of_member, false) and not exists (
          select from media_uses u where u.media_id = item.id and (u.target not like 'post:%' or exists (
            select from posts p where p.id = substr(u.target, 6)::bigint and p.state = 'published'))) is_unpublished,
        coalesce(item.uploaded_by = ${memberId}::bigint or exists (
          select from media_uploaders u where u.media_id = item.id and u.member_id = ${memberId}::bigint), false) is_own,
        piece.id post_id, piece.column_id
      from (select) one
        left join media_items item on item.address = file.address
        left join lateral (select id, column_id from linked where is_out order by id desc limit 1) piece on true
    ) usage`.execute(db);
  return rows;
}

/** Returns those of these addresses that are files of the library, or attachments of a post. */
export async function findKnownFiles(
  db: Database,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select file.address from unnest(${addresses}::text[]) file (address)
    where exists (select from media_items m where m.address = file.address)
      or exists (select from post_bodies b where b.attachments <> '[]' and attachment_paths(b.attachments) @> array[file.address])`.execute(
    db,
  );
  return new Set(rows.map(({ address }) => address));
}
