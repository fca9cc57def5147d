import type { Database } from '#kernel/context.ts';

/** Lists the versions of a post in order, after number `after`. */
export const listVersionsAfter = (db: Database, postId: string, after: number, limit: number) =>
  db
    .selectFrom('post_versions')
    .select(['number', 'content', 'saved_at', 'saved_by'])
    .where('post_id', '=', postId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();

export const listSubmissions = (db: Database, postId: string) =>
  db
    .selectFrom('reference_submissions')
    .select(['version', 'member_id', 'securities', 'holding', 'holding_note', 'content_hash', 'submitted_at'])
    .where('post_id', '=', postId)
    .orderBy('id')
    .execute();

/** Lists the review items of a post with their decisions; served by review_items_of_target. */
export const listReviews = (db: Database, postId: string) =>
  db
    .selectFrom('review_items')
    .select([
      'id',
      'state',
      'reason',
      'hits',
      'details',
      'note',
      'submitted_by',
      'submitted_at',
      'decided_by',
      'decided_at',
    ])
    .where('target', '=', `post:${postId}`)
    .orderBy('id')
    .execute();

/** Lists the audit log entries of a post. */
export const listActions = (db: Database, postId: string) =>
  db
    .selectFrom('audit_entries')
    .select(['action', 'member_id', 'before', 'after', 'created_at'])
    .where('target', '=', `post:${postId}`)
    .orderBy('id')
    .execute();
