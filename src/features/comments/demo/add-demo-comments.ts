import { holdForReview } from '#features/moderation/index.ts';
import type { DemoMonth, DemoPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { actAs, type DemoReader, later, pickMoment, pickOne } from '#kernel/demo-month.ts';
import { dayMs, dayOf, hourMs } from '#shared/dates.ts';
import { seededRandom } from '#shared/seeded-random.ts';
import { targetOf } from '../notify-readers.ts';
import {
  type DemoComment,
  type DemoGrant,
  type DemoLike,
  insertDemoComments,
  insertDemoLikes,
  listDemoGrants,
} from './demo-queries.ts';
import { demoThreads, hiddenComment, pendingComments, provinces } from './demo-texts.ts';

const replyWithinMs = 16 * hourMs;
const maxLikes = 16;
/** A post has at least so many views for each comment. */
const minViewsPerComment = 8;

type Planning = DemoMonth & { random: () => number; now: Date; grants: readonly DemoGrant[] };

/**
 * Lets the demo's readers comment on posts that they may read whole, reply and like. Some comments wait for review and
 * one is hidden. Adds nothing if there are comments.
 */
export async function addDemoComments(ctx: Context, { posts, readers }: DemoMonth): Promise<void> {
  const now = ctx.now();
  const random = seededRandom(`demo comments ${dayOf(now)}`);
  const planning: Planning = { random, now, posts, readers, grants: await listDemoGrants(ctx.db, now) };
  const comments = planComments(planning).sort((one, other) => one.at.getTime() - other.at.getTime());
  await inTransaction(ctx, async (trx) => {
    const ids = await insertDemoComments(trx, comments);
    if (ids.length === 0) return;
    const likes = comments.flatMap((comment, index) => planLikes(planning, comment, ids[index] ?? ''));
    await insertDemoLikes(trx, likes);
    for (const [index, { postId, memberId, body, state, at }] of comments.entries()) {
      if (state !== 'pending') continue;
      await holdForReview(actAs(ctx, memberId, at), trx, {
        kind: 'comment',
        target: targetOf(ids[index] ?? ''),
        title: posts.find(({ id }) => id === postId)?.title ?? '',
        excerpt: body,
        reason: '先审后发',
        hits: [],
        details: { postId },
      });
    }
  });
}

function planComments(planning: Planning): DemoComment[] {
  return planning.posts.flatMap((post) => {
    const people = listPeople(planning, post);
    const plan = (texts: readonly string[]) => planThread(planning, { post, people, texts });
    const threads = textsFor(demoThreads, post).flat().flatMap(plan);
    const { title, body, reason } = hiddenComment;
    return [
      // A reply follows its thread's first comment, so that none is cut off from it.
      ...threads.slice(0, Math.floor(post.views / minViewsPerComment)),
      ...textsFor(pendingComments, post)
        .flatMap((text) => plan([text]))
        .map((comment) => ({ ...comment, state: 'pending' as const })),
      ...(post.title.includes(title) ? plan([body]) : []).map((comment) => ({
        ...comment,
        state: 'hidden' as const,
        reason,
      })),
    ];
  });
}

/** Returns what is listed by a part of a post's title. */
const textsFor = <Texts>(textsByTitle: Readonly<Record<string, Texts>>, { title }: DemoPost): Texts[] =>
  Object.entries(textsByTitle).flatMap(([part, texts]) => (title.includes(part) ? [texts] : []));

type ThreadPlan = { post: DemoPost; people: readonly Person[]; texts: readonly string[] };

/** Plans a comment with its replies, between two people who take turns; none where nobody may read. */
function planThread(planning: Planning, { post, people, texts }: ThreadPlan): DemoComment[] {
  const planned: DemoComment[] = [];
  for (const body of texts) {
    const [root = null, repliesTo = null] = [planned[0], planned.at(-1)];
    const comment = planComment(planning, { post, people, body, root, repliesTo, before: planned.at(-2) });
    if (!comment) break;
    planned.push(comment);
  }
  return planned;
}

type Person = { id: string; from: Date; province: string };

/** Lists the readers who may read a post whole, from when they may. */
function listPeople(
  { readers, grants }: Planning,
  { id, access, vip_free, published_at }: DemoPost,
): Person[] {
  const isVipEnough = access === 'vip' || vip_free;
  const mayRead = new Map(
    grants
      .filter(({ target_id }) => target_id === id || (target_id === null && isVipEnough))
      .map(({ member_id, starts_at }) => [member_id, starts_at]),
  );
  return readers.flatMap((reader, index) => {
    const since = access === 'vip' || access === 'paid' ? mayRead.get(reader.id) : reader.since;
    const province = provinces[index % provinces.length] ?? '';
    return since ? [{ id: reader.id, province, from: later(since, published_at) }] : [];
  });
}

type CommentPlan = Pick<DemoComment, 'body' | 'root' | 'repliesTo'> & {
  post: DemoPost;
  people: readonly Person[];
  /** The comment to which `repliesTo` replies. */
  before: DemoComment | undefined;
};

function planComment(
  { random, now }: Planning,
  { post, people, body, root, repliesTo, before }: CommentPlan,
): DemoComment | null {
  const candidates = people.filter(
    ({ id, from }) => id !== repliesTo?.memberId && from < (repliesTo?.at ?? now),
  );
  if (candidates.length === 0) return null;
  const person = candidates.find(({ id }) => id === before?.memberId) ?? pickOne(random, candidates);
  const from = repliesTo?.at ?? person.from;
  const left = now.getTime() - from.getTime();
  // Most comments come soon after publication.
  const within = repliesTo ? Math.min(replyWithinMs, left) : left * (0.1 + 0.9 * random() ** 2);
  const at = pickMoment(random, new Date(from.getTime() + 1), new Date(from.getTime() + within));
  return {
    postId: post.id,
    memberId: person.id,
    body,
    state: 'visible',
    reason: '',
    province: person.province,
    at,
    repliesTo,
    root,
  };
}

function planLikes({ random, now, readers }: Planning, comment: DemoComment, commentId: string): DemoLike[] {
  if (comment.state !== 'visible') return [];
  const people = new Set<DemoReader>();
  const age = Math.min((now.getTime() - comment.at.getTime()) / dayMs, 1);
  for (let left = Math.floor(random() ** 3 * maxLikes * age); left > 0; left -= 1)
    people.add(pickOne(random, readers));
  return [...people]
    .filter(({ id, since }) => id !== comment.memberId && since < now)
    .map(({ id, since }) => ({
      commentId,
      memberId: id,
      at: pickMoment(random, later(since, comment.at), now),
    }));
}
