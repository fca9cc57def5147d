import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type Download = { address: string; postId: string; memberId: string; day: string };

/** Records that a member downloaded a file on a Shanghai day; idempotent. */
export async function insertDownload(
  db: Database,
  { address, postId, memberId, day }: Download,
): Promise<void> {
  await db
    .insertInto('attachment_downloads')
    .values({ address, post_id: postId, member_id: memberId, day })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type DownloadRow = {
  address: string;
  day: string;
  member_id: string;
  name: string;
  deleted_at: Date | null;
  post_id: string;
  title: string | null;
  /** The current name of the file in the post. */
  file_name: string | null;
};

/** Lists the downloads of a file, or of all files of a post, newest day first; each served by an index. */
export async function listDownloads(
  db: Database,
  by: { address: string } | { postId: string },
  limit: number,
): Promise<DownloadRow[]> {
  const { rows } = await sql<DownloadRow>`
    select d.address, to_char(d.day, 'YYYY-MM-DD') as day, d.member_id, m.name, m.deleted_at, d.post_id, p.title,
      (select a ->> 'name' from post_bodies b cross join jsonb_array_elements(b.attachments) a
        where b.post_id = d.post_id and split_part(a ->> 'url', '?', 1) = d.address limit 1) file_name
    from attachment_downloads d join members m on m.id = d.member_id left join posts p on p.id = d.post_id
    where ${'address' in by ? sql`d.address = ${by.address}` : sql`d.post_id = ${by.postId}`}
    order by d.day desc, d.address, d.member_id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Lists a member's downloads for their personal data export. */
export const exportDownloads = (db: Database, memberId: string) =>
  db
    .selectFrom('attachment_downloads as d')
    .leftJoin('posts as p', 'p.id', 'd.post_id')
    .select(['d.address', 'd.post_id', 'p.title'])
    .select(sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'))
    .where('d.member_id', '=', memberId)
    .orderBy('d.day')
    .execute();

export async function deleteDownloadsBefore(db: Database, day: string): Promise<void> {
  await db.deleteFrom('attachment_downloads').where('day', '<', day).execute();
}
