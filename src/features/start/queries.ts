import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type GuideFacts = {
  is_named: boolean;
  has_own_columns: boolean;
  has_pieces: boolean;
  has_published: boolean;
  milestones: string[];
};

/** Returns what has been done on this portal, each fact by an index or a handful of rows. */
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

/** Returns the newest published post of any kind, with its section. */
export async function findNewestPublished(db: Database) {
  const { rows } = await sql<{ id: string; title: string; kind: string; column_id: string }>`
    select p.id::text, p.title, p.kind, p.column_id::text
    from unnest(array['news', 'article', 'reference']) k,
      lateral (select * from posts where kind = k and state = 'published'
        order by published_at desc, id desc limit 1) p
    order by p.published_at desc, p.id desc limit 1`.execute(db);
  return rows[0];
}

/** Lists drafts that this member saved last, or created and never saved, among the 200 changed last. */
export async function listOwnDrafts(db: Database, memberId: string, limit: number) {
  const { rows } = await sql<{ id: string; title: string; updated_at: Date }>`
    select d.id::text, coalesce(nullif(v.content ->> 'title', ''), d.title) title, d.updated_at
    from (select id, title, head_version, updated_at from posts where state = 'draft' and deleted_at is null
      order by updated_at desc, id desc limit 200) d
    left join post_versions v on v.post_id = d.id and v.number = d.head_version
    where coalesce(v.saved_by, (select member_id from audit_entries
      where target = 'post:' || d.id and action = 'post.create' order by id desc limit 1)) = ${memberId}
    order by d.updated_at desc, d.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Lists posts that a reviewer last sent back to this member, and of which nothing newer was submitted or published; served by
 * review_items_of_submitter.
 */
export async function listReturned(db: Database, memberId: string, limit: number) {
  const { rows } = await sql<{
    id: string;
    title: string;
    state: 'rejected' | 'changes';
    note: string;
    decided_by: string | null;
    decided_at: Date;
  }>`
    select p.id::text, i.title, i.state, i.note, m.name decided_by, i.decided_at
    from review_items i join posts p on p.id = split_part(i.target, ':', 2)::bigint
    left join members m on m.id = i.decided_by
    where i.submitted_by = ${memberId} and i.kind = 'post' and i.state in ('rejected', 'changes')
      and p.deleted_at is null and p.live_version <= (i.details ->> 'version')::int
      and not exists (select from review_items n where n.target = i.target and n.id > i.id)
    order by i.id desc limit ${limit}`.execute(db);
  return rows;
}

export function listScheduled(db: Database, limit: number) {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'published_at'])
    .where('state', '=', 'scheduled')
    .orderBy('published_at')
    .limit(limit)
    .execute();
}

/**
 * Items that may wait for staff, each with its rows and the index that finds them: review_items_of_state,
 * comments_of_state, comments_reported, feed_items_of_state, refunds_of_state, invoice_requests_of_state,
 * withdrawals_of_state, authors_qualification_waiting.
 */
const waiting = {
  reviews: sql`review_items where state = 'pending'`,
  comments: sql`comments where state = 'pending'`,
  reports: sql`comments where reports > 0`,
  feedItems: sql`feed_items where state = 'pending'`,
  refunds: sql`refunds where state = 'requested'`,
  invoices: sql`invoice_requests where state = 'requested'`,
  withdrawals: sql`withdrawals where state = 'requested'`,
  qualifications: sql`authors where qualification_state = 'waiting'`,
};
export type WaitingName = keyof typeof waiting;

/** Counts the waiting items of each kind, up to `max`. */
export async function countWaiting(
  db: Database,
  names: readonly WaitingName[],
  max: number,
): Promise<{ name: WaitingName; count: number }[]> {
  if (names.length === 0) return [];
  const counts = names.map(
    (name) =>
      sql`select ${name}::text name, count(*)::int count from (select from ${waiting[name]} limit ${sql.lit(max)}) w`,
  );
  const { rows } = await sql<{
    name: WaitingName;
    count: number;
  }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows;
}

/** Background work, each list newest first; `listWork` returns what is queued, running or failed. */
const work = {
  transfers: sql`select case kind when 'import' then '导入' when 'backup' then '备份' else '导出' end || ' ' || name what, state, done, total,
    error, coalesce(finished_at, started_at, created_at) at from transfers`,
  scans: sql`select '泄漏扫描' what, state, done, total, error, coalesce(finished_at, created_at) at from leak_scans`,
};
export type WorkName = keyof typeof work | 'index' | 'jobs' | 'sources';
export type WorkRow = {
  name: WorkName;
  what: string;
  state: 'queued' | 'running' | 'failed';
  done: number;
  total: number | null;
  error: string;
  at: Date;
};

/** Looks at the newest `limit` of each kind and returns those that are queued or running, or failed after `since`. */
export async function listWork(
  db: Database,
  names: readonly WorkName[],
  { since, limit }: { since: Date; limit: number },
): Promise<WorkRow[]> {
  const recent = (['transfers', 'scans'] as const)
    .filter((name) => names.includes(name))
    .map(
      (
        name,
      ) => sql`select ${name}::text name, w.* from (${work[name]} order by id desc limit ${sql.lit(limit)}) w
        where state in ('queued', 'running') or (state = 'failed' and at > ${since})`,
    );
  const others = [
    names.includes('index') &&
      sql`(select 'index' name, '重建搜索索引' what, 'running' state, least(done, total * 0.99)::int done, total, '' error, started_at at
        from search_rebuilds where seen_at > now() - interval '1 minute')`,
    names.includes('jobs') &&
      sql`(select 'jobs' name, name what, 'failed' state, 0 done, null::int total, error, ended_at at
        from scheduled_jobs where error <> '' limit ${sql.lit(limit)})`,
    names.includes('sources') &&
      sql`(select 'sources' name, name what, 'failed' state, 0 done, null::int total, last_error error,
        coalesce(last_fetched_at, created_at) at from feed_sources where is_active and last_error <> '' limit ${sql.lit(limit)})`,
  ].filter((part) => part !== false);
  if (recent.length + others.length === 0) return [];
  const { rows } = await sql<WorkRow>`
    select * from (${sql.join([...recent, ...others], sql` union all `)}) found
    order by at desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
