import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** Joins the last review item of a reference. */
const lastReview = sql.raw(`left join lateral (
  select state, note, (details ->> 'version')::int "version" from review_items
  where target = 'post:' || p.id order by id desc limit 1) r on true`);

export type ReferenceRow = {
  id: string;
  state: string;
  live_version: number;
  review_state: string | null;
  review_version: number | null;
  author_id: string;
};

/** Returns a reference of this author; undefined for any other post. */
export async function findOwnReference(
  db: Database | Trx,
  id: string,
  authorId: string,
): Promise<ReferenceRow | undefined> {
  const { rows } = await sql<ReferenceRow>`
    select p.id, p.state, p.live_version, p.author_id, r.state review_state, r.version review_version
    from posts p ${lastReview} where p.id = ${id} and p.kind = 'reference' and p.author_id = ${authorId}
      and p.deleted_at is null`.execute(db);
  return rows[0];
}

export type OwnReferenceRow = ReferenceRow & {
  title: string;
  summary: string;
  cover: string | null;
  column_id: string;
  access: string;
  price: number | null;
  views: string;
  comments: number;
  updated_at: Date;
  published_at: Date | null;
  note: string | null;
};

const shelfConditions = {
  article: sql.raw(`p.state in ('published', 'scheduled', 'withdrawn')`),
  draft: sql.raw(`p.state = 'draft'`),
};
const stateConditions: Readonly<Record<string, ReturnType<typeof sql.raw>>> = {
  published: sql.raw(`p.state in ('published', 'scheduled')`),
  withdrawn: sql.raw(`p.state = 'withdrawn'`),
  reviewing: sql.raw(`r.state = 'pending'`),
  changes: sql.raw(`r.state = 'changes'`),
  rejected: sql.raw(`r.state = 'rejected'`),
  draft: sql.raw(`p.state = 'draft' and coalesce(r.state, '') not in ('pending', 'changes', 'rejected')`),
};

/**
 * Lists an author's references, last changed first, after the one with id `after`; served by posts_written and
 * posts_drafts_written.
 */
export async function listReferencesOfAuthor(
  db: Database,
  { authorId, shelf, state }: { authorId: string; shelf: 'article' | 'draft'; state?: string | undefined },
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<OwnReferenceRow[]> {
  const afterCursor = sql`and (p.updated_at, p.id) < (select updated_at, id from posts where id = ${after ?? '0'})`;
  const { rows } = await sql<OwnReferenceRow>`
    select p.id, p.state, p.live_version, p.author_id, p.title, p.summary, p.cover, p.column_id, p.access, p.price,
      coalesce(c.views, 0) "views", coalesce(c.comments, 0) "comments", p.updated_at, p.published_at,
      r.state review_state, r.version review_version, r.note
    from posts p left join post_counters c on c.post_id = p.id ${lastReview}
    where p.author_id = ${authorId} and p.kind = 'reference' and p.deleted_at is null and ${shelfConditions[shelf]}
      ${state === undefined ? sql`` : sql`and ${stateConditions[state] ?? sql`false`}`}
      ${after === undefined ? sql`` : afterCursor}
    order by p.updated_at desc, p.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export type Usage = { drafts: number; reviews: number; today: number };

/** Counts an author's drafts and pending reviews, and the member's submissions since `since`. */
export async function countUsage(
  db: Database | Trx,
  { authorId, memberId, since }: { authorId: string; memberId: string; since: Date },
): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select
      (select count(*)::int from posts p where p.author_id = ${authorId} and p.kind = 'reference'
        and p.state = 'draft' and p.deleted_at is null and not exists (
          select from review_items i where i.target = 'post:' || p.id and i.state = 'pending')) drafts,
      (select count(*)::int from review_items i join posts p on p.id = substr(i.target, 6)::bigint
        where i.state = 'pending' and i.kind = 'reference' and p.author_id = ${authorId}) reviews,
      (select count(*)::int from reference_submissions
        where member_id = ${memberId} and submitted_at >= ${since}) today`.execute(db);
  return rows[0] ?? { drafts: 0, reviews: 0, today: 0 };
}

/** Counts a member's references that were sent back and not submitted again, up to `cap`. */
export async function countSentBackTo(db: Database, memberId: string, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from review_items i join posts p on p.id = substr(i.target, 6)::bigint
      where i.submitted_by = ${memberId} and i.kind = 'reference' and i.state in ('rejected', 'changes')
        and p.deleted_at is null and p.live_version <= (i.details ->> 'version')::int
        and not exists (select from review_items later where later.target = i.target and later.id > i.id)
      limit ${sql.lit(cap)}
    ) capped`.execute(db);
  return rows[0]?.count ?? 0;
}

export type NewSubmission = {
  post_id: string;
  version: number;
  member_id: string | null;
  securities: readonly { code: string; name: string }[];
  holding: string | null;
  holding_note: string;
  content_hash: string;
  submitted_at: Date;
};

export async function insertSubmission(
  trx: Trx,
  { securities, ...submission }: NewSubmission,
): Promise<void> {
  await trx
    .insertInto('reference_submissions')
    .values({ ...submission, securities: JSON.stringify(securities) })
    .execute();
}

/** Returns the last submission of a post, or of one version of it. */
export async function findSubmission(db: Database | Trx, postId: string, version?: number) {
  const row = await db
    .selectFrom('reference_submissions')
    .selectAll()
    .where('post_id', '=', postId)
    .$if(version !== undefined, (rows) => rows.where('version', '=', version ?? 0))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, securities: row.securities as { code: string; name: string }[] };
}

/** Returns the published content of a reference that compliance checks. */
export function findPublished(db: Database, id: string) {
  return db
    .selectFrom('posts as p')
    .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .select([
      'p.title',
      'p.summary',
      'p.stock_codes',
      'p.live_version',
      'b.html',
      'a.qualification',
      'a.institution',
      'a.qualification_state',
    ])
    .where('p.id', '=', id)
    .where('p.kind', '=', 'reference')
    .where('p.state', '=', 'published')
    .executeTakeFirst();
}

/** Returns a post with its author and the author's qualification. */
export function findWriterOf(trx: Trx | Database, postId: string) {
  return trx
    .selectFrom('posts as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .select([
      'p.id',
      'p.kind',
      'p.title',
      'p.state',
      'a.id as author_id',
      'a.name as author_name',
      'a.member_id',
      'a.qualification',
      'a.institution',
      'a.qualification_state',
      'a.qualification_note',
    ])
    .where('p.id', '=', postId)
    .executeTakeFirst();
}

/** Whether a member has submitted a reference or has a published one (for example an imported one). */
export async function hasSubmitted(db: Database, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from reference_submissions where member_id = ${memberId})
      or exists (select from authors a join posts p on p.author_id = a.id
        where a.member_id = ${memberId} and p.kind = 'reference' and p.state = 'published') has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Lists the unpublished drafts of a member's author. */
export async function listDraftsOf(trx: Trx, memberId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('posts as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .select('p.id')
    .where('a.member_id', '=', memberId)
    .where('p.kind', '=', 'reference')
    .where('p.state', '=', 'draft')
    .execute();
  return rows.map(({ id }) => id);
}

export const findMemberProfile = (
  db: Database,
  memberId: string,
): Promise<{ name: string; avatar: string | null } | undefined> =>
  db.selectFrom('members').select(['name', 'avatar']).where('id', '=', memberId).executeTakeFirst();

/** Lists a member's references in order of id, after `after`, each in its newest version. */
export async function exportReferences(db: Database, memberId: string, after: string, limit: number) {
  const { rows } = await sql<{ id: string; title: string; state: string; html: string; updated_at: Date }>`
    select p.id, coalesce(v.content ->> 'title', p.title) title, p.state,
      coalesce(v.content ->> 'html', b.html) html, p.updated_at
    from authors a join posts p on p.author_id = a.id and p.kind = 'reference'
      join post_bodies b on b.post_id = p.id
      left join post_versions v on v.post_id = p.id and v.number = p.head_version
    where a.member_id = ${memberId} and p.id > ${after} order by p.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Lists a member's submissions in order of id, after `after`. */
export const exportSubmissions = (db: Database, memberId: string, after: string, limit: number) =>
  db
    .selectFrom('reference_submissions')
    .select(['id', 'post_id', 'version', 'securities', 'holding', 'holding_note', 'submitted_at'])
    .where('member_id', '=', memberId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
