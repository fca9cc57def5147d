import type { z } from 'zod';
import { holds, memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import type { WordHit } from '../words/schema.ts';
import * as queries from './queries.ts';
import type { ReviewItem, reviewPage, reviewQuery } from './schema.ts';

const mostCounted = 100;

/** What waits for a reviewer, or what became of it; newest first. */
export async function readReviewQueue(
  ctx: Context,
  { cursor, size, ...filter }: z.output<typeof reviewQuery>,
): Promise<z.infer<typeof reviewPage>> {
  const rows = await queries.listItemRows(ctx.db, filter, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, (row) => presentItem(row, memberOf(ctx)));
}

/** How many wait, by kind. */
export async function countReviews({ db }: Context) {
  const [post, reference, comment] = await Promise.all(
    ['post', 'reference', 'comment'].map((kind) => queries.countPending(db, kind, mostCounted)),
  );
  return { post: post ?? 0, reference: reference ?? 0, comment: comment ?? 0 };
}

/** How much waits for the caller's decision: nothing for who decides nothing; counted no further than 100. */
export async function countToDecide({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<number> {
  if (actor.kind !== 'member') return 0;
  const kinds = holds(actor, 'content.review')
    ? ['post', 'reference', 'comment']
    : holds(actor, 'comments.moderate')
      ? ['comment']
      : [];
  return kinds.length === 0
    ? 0
    : queries.countOthersPending(db, { kinds, memberId: actor.memberId }, mostCounted);
}

/** What the feature that put an item here needs of it; `details` is what it gave with it. */
export type HeldItem = ReviewItem & { details: unknown };

/** @throws notFound */
export async function readReviewItem(ctx: Context, id: string): Promise<HeldItem> {
  const row = await queries.findItemRow(ctx.db, id);
  if (!row) throw notFound('没有这一条审核');
  return { ...presentItem(row, memberOf(ctx)), details: row.details };
}

/** The last item about something, whatever became of it; null where there never was one. */
export async function readLastReview(
  ctx: Context,
  target: string,
  db: Context['db'] | Trx = ctx.db,
): Promise<HeldItem | null> {
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
