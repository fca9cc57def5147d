import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type GuideFacts = {
  is_named: boolean;
  has_own_columns: boolean;
  has_pieces: boolean;
  has_published: boolean;
  milestones: string[];
};

/** What has been done on this portal, each by an index or a handful of rows. */
export async function findGuideFacts(db: Database, builtInColumns: number): Promise<GuideFacts> {
  const { rows } = await sql<GuideFacts>`
    select exists (select from site_settings where name = 'site') is_named,
      exists (select from columns where id > ${builtInColumns}) has_own_columns,
      exists (select from posts) has_pieces,
      exists (select from posts where state = 'published') has_published,
      array(select name from milestones) milestones`.execute(db);
  return (
    rows[0] ?? {
      is_named: false,
      has_own_columns: false,
      has_pieces: false,
      has_published: false,
      milestones: [],
    }
  );
}

/** The newest published piece of any kind, with the section it is read in. */
export async function findNewestPublished(db: Database) {
  const { rows } = await sql<{ id: string; title: string; kind: string; column_id: string }>`
    select p.id::text, p.title, p.kind, p.column_id::text
    from unnest(array['news', 'article', 'reference']) k,
      lateral (select * from posts where kind = k and state = 'published'
        order by published_at desc, id desc limit 1) p
    order by p.published_at desc, p.id desc limit 1`.execute(db);
  return rows[0];
}

/** Drafts this member saved last, or began and never saved, among the 200 that were changed last. */
export async function listOwnDrafts(db: Database, memberId: string, limit: number) {
  const { rows } = await sql<{ id: string; title: string; updated_at: Date }>`
    select d.id::text, coalesce(nullif(v.content ->> 'title', ''), d.title) title, d.updated_at
    from (select id, title, head_version, updated_at from posts where state = 'draft'
      order by updated_at desc, id desc limit 200) d
    left join post_versions v on v.post_id = d.id and v.number = d.head_version
    where coalesce(v.saved_by, (select member_id from audit_entries
      where target = 'post:' || d.id and action = 'post.create' order by id desc limit 1)) = ${memberId}
    order by d.updated_at desc, d.id desc limit ${limit}`.execute(db);
  return rows;
}

/** What comes out next. */
export function listScheduled(db: Database, limit: number) {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'published_at'])
    .where('state', '=', 'scheduled')
    .orderBy('published_at')
    .limit(limit)
    .execute();
}

/** How many items wait for a reviewer, counted no further than `most`. */
export async function countWaiting(db: Database, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (select from review_items where state = 'pending' limit ${most}) waiting`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
