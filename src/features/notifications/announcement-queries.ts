import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type SentAnnouncementRow = {
  id: string;
  title: string;
  body: string;
  link: string;
  created_at: Date;
  created_by: string | null;
  is_under_way: boolean;
};

/** Lists announcements, newest first, each with whether its fan-out is still running. */
export async function listSentAnnouncements(
  db: Database,
  { limit, after, offset = 0 }: { limit: number; after?: string | undefined; offset?: number },
): Promise<SentAnnouncementRow[]> {
  const older: RawBuilder<unknown> = after === undefined ? sql`` : sql`where a.id < ${after}`;
  const { rows } = await sql<SentAnnouncementRow>`
    select a.id, a.title, a.body, a.link, a.created_at, m.name created_by,
      exists (select from notice_fanouts f where f.kind = 'announcement' and f.target_id = a.id) is_under_way
    from announcements a left join members m on m.id = a.created_by ${older}
    order by a.id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows;
}

export async function countSentAnnouncements(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('announcements')
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the members, except deleted ones and those who turned announcements off. */
export async function countAudience(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from members where deleted_at is null)::int
      - (select count(*) from notice_refusals r join members m on m.id = r.member_id
         where r.kind = 'announcement' and m.deleted_at is null)::int count`.execute(db);
  return rows[0]?.count ?? 0;
}
