import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** The last item of the review queue about a reference. */
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

/** A reference of this author; undefined for any other piece. */
export async function findOwn(
  db: Database | Trx,
  id: string,
  authorId: string,
): Promise<ReferenceRow | undefined> {
  const { rows } = await sql<ReferenceRow>`
    select p.id, p.state, p.live_version, p.author_id, r.state review_state, r.version review_version
    from posts p ${lastReview} where p.id = ${id} and p.kind = 'reference' and p.author_id = ${authorId}`.execute(
    db,
  );
  return rows[0];
}

export type ShelfRow = ReferenceRow & {
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

const shelves = {
  article: sql.raw(`p.state in ('published', 'scheduled', 'withdrawn')`),
  draft: sql.raw(`p.state = 'draft'`),
};
const narrowed: Readonly<Record<string, ReturnType<typeof sql.raw>>> = {
  published: sql.raw(`p.state in ('published', 'scheduled')`),
  withdrawn: sql.raw(`p.state = 'withdrawn'`),
  reviewing: sql.raw(`r.state = 'pending'`),
  changes: sql.raw(`r.state = 'changes'`),
  rejected: sql.raw(`r.state = 'rejected'`),
  draft: sql.raw(`p.state = 'draft' and coalesce(r.state, '') not in ('pending', 'changes', 'rejected')`),
};

/**
 * An author's references, last changed first, after the one with id `after`; served by posts_written and
 * posts_drafts_written.
 */
export async function listShelf(
  db: Database,
  { authorId, shelf, state }: { authorId: string; shelf: 'article' | 'draft'; state?: string | undefined },
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<ShelfRow[]> {
  const beyond = sql`and (p.updated_at, p.id) < (select updated_at, id from posts where id = ${after ?? '0'})`;
  const { rows } = await sql<ShelfRow>`
    select p.id, p.state, p.live_version, p.author_id, p.title, p.summary, p.cover, p.column_id, p.access, p.price,
      coalesce(c.views, 0) "views", coalesce(c.comments, 0) "comments", p.updated_at, p.published_at,
      r.state review_state, r.version review_version, r.note
    from posts p left join post_counters c on c.post_id = p.id ${lastReview}
    where p.author_id = ${authorId} and p.kind = 'reference' and ${shelves[shelf]}
      ${state === undefined ? sql`` : sql`and ${narrowed[state] ?? sql`false`}`}
      ${after === undefined ? sql`` : beyond}
    order by p.updated_at desc, p.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export type Used = { drafts: number; reviews: number; today: number };

/** What an author has under way, and how often the member submitted since `since`. */
export async function countUsed(
  db: Database | Trx,
  { authorId, memberId, since }: { authorId: string; memberId: string; since: Date },
): Promise<Used> {
  const { rows } = await sql<Used>`
    select
      (select count(*)::int from posts p where p.author_id = ${authorId} and p.kind = 'reference'
        and p.state = 'draft' and not exists (
          select from review_items i where i.target = 'post:' || p.id and i.state = 'pending')) drafts,
      (select count(*)::int from review_items i join posts p on p.id = substr(i.target, 6)::bigint
        where i.state = 'pending' and i.kind = 'reference' and p.author_id = ${authorId}) reviews,
      (select count(*)::int from reference_submissions
        where member_id = ${memberId} and submitted_at >= ${since}) today`.execute(db);
  return rows[0] ?? { drafts: 0, reviews: 0, today: 0 };
}

/** References of a member that came back and were not submitted anew, counted no further than `cap`. */
export async function countSentBackTo(db: Database, memberId: string, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from review_items i join posts p on p.id = substr(i.target, 6)::bigint
      where i.submitted_by = ${memberId} and i.kind = 'reference' and i.state in ('rejected', 'changes')
        and p.live_version <= (i.details ->> 'version')::int
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

/** What was submitted last of a piece, or last of one version of it. */
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

/** What readers see of a published reference, as far as compliance asks. */
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

/** Whose a piece is, and what of it would be decided. */
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

/** Whether a member has handed in a reference, or has one out that came another way. */
export async function hasSubmitted(db: Database, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from reference_submissions where member_id = ${memberId})
      or exists (select from authors a join posts p on p.author_id = a.id
        where a.member_id = ${memberId} and p.kind = 'reference' and p.state = 'published') has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Drafts that were never out, of the author behind a member. */
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

/** What a member is called, and the picture of them. */
export const findFace = (
  db: Database,
  memberId: string,
): Promise<{ name: string; avatar: string | null } | undefined> =>
  db.selectFrom('members').select(['name', 'avatar']).where('id', '=', memberId).executeTakeFirst();

/** A member's references in order, after the one with id `after`, each as it was last written. */
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

/** A member's submissions in order, after the one with id `after`. */
export const exportSubmissions = (db: Database, memberId: string, after: string, limit: number) =>
  db
    .selectFrom('reference_submissions')
    .select(['id', 'post_id', 'version', 'securities', 'holding', 'holding_note', 'submitted_at'])
    .where('member_id', '=', memberId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
