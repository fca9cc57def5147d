import type { z } from 'zod';
import { hasPermission, requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import type { WordHit } from '../words/schema.ts';
import * as queries from './queries.ts';
import type { ReviewItem, reviewPage, reviewQuery } from './schema.ts';

const maxCount = 100;

/** Returns a page of open or decided items, newest first. */
export async function readReviewQueue(
  ctx: Context,
  { cursor, size, ...filter }: z.output<typeof reviewQuery>,
): Promise<z.infer<typeof reviewPage>> {
  const rows = await queries.listItemRows(ctx.db, filter, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, (row) => presentItem(row, requireMemberId(ctx)));
}

export async function countReviews({ db }: Context) {
  const [post, reference, comment] = await Promise.all(
    ['post', 'reference', 'comment'].map((kind) => queries.countPending(db, kind, maxCount)),
  );
  return { post: post ?? 0, reference: reference ?? 0, comment: comment ?? 0 };
}

/** Counts the open items that the caller may decide, up to 100; 0 for a caller without the permission. */
export async function countAwaitingDecision({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<number> {
  if (actor.kind !== 'member') return 0;
  const kinds = hasPermission(actor, 'content.review')
    ? ['post', 'reference', 'comment']
    : hasPermission(actor, 'comments.moderate')
      ? ['comment']
      : [];
  return kinds.length === 0
    ? 0
    : queries.countOthersPending(db, { kinds, memberId: actor.memberId }, maxCount);
}

/** An item with the `details` that its feature submitted. */
export type ReviewItemWithDetails = ReviewItem & { details: unknown };

/** @throws notFound */
export async function readReviewItem(ctx: Context, id: string): Promise<ReviewItemWithDetails> {
  const row = await queries.findItemRow(ctx.db, id);
  if (!row) throw notFound('没有这一条审核');
  return { ...presentItem(row, requireMemberId(ctx)), details: row.details };
}

/** Returns the last item about a target, whatever its state; null if there never was one. */
export async function readLastReview(
  ctx: Context,
  target: string,
  db: Context['db'] | Trx = ctx.db,
): Promise<ReviewItemWithDetails | null> {
  const row = await queries.findLastItemRow(db, target);
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.memberId : '';
  return row ? { ...presentItem(row, memberId), details: row.details } : null;
}

function presentItem(row: queries.ItemRow, memberId: string): ReviewItem {
  const person = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
  return {
    id: row.id,
    kind: row.kind as ReviewItem['kind'],
    target: row.target,
    title: row.title,
    excerpt: row.excerpt,
    reason: row.reason,
    hits: row.hits as WordHit[],
    state: row.state as ReviewItem['state'],
    submittedBy: person(row.submitted_by, row.submitted_by_name),
    submittedAt: toIso(row.submitted_at),
    decidedBy: person(row.decided_by, row.decided_by_name),
    decidedAt: row.decided_at ? toIso(row.decided_at) : null,
    note: row.note,
    isOwn: row.submitted_by === memberId,
  };
}
