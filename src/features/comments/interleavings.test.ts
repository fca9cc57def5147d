import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { runs } from '#testing/runs.ts';
import { deleteComments, hideComments, showComments } from './manage/service.ts';
import { onMemberDeleted } from './member-data.ts';
import { addComment, deleteComment, likeComment, reportComment, unlikeComment } from './service.ts';

/*
 * Counters equal the number of rows after any interleaving of actions by members and staff (issue E). Generated steps
 * run sequentially and are compared with a simple model after each, then run concurrently and are compared with the
 * rows.
 */

let portal: Portal;
let postIds: string[];
let members: string[];
let staff: Context;

beforeAll(async () => {
  portal = await openPortal({ COMMENT_MODERATION: 'post', DATABASE_POOL: '8' });
  postIds = [await addPost(portal), await addPost(portal)];
  members = [];
  for (let turn = 0; turn < 4; turn += 1) members.push((await logIn(portal)).memberId);
  const { memberId } = await logIn(portal, { role: 'reviewer' });
  staff = asMember(memberId, ['comments.moderate', 'content.review', 'content.view']);
  await portal.ctx.db.insertInto('sensitive_words').values({ word: '待审', level: 'review' }).execute();
});
afterAll(() => portal.close());

function asMember(memberId: string, permissions: string[] = []): Context {
  const actor: Actor = {
    kind: 'member',
    memberId,
    sessionId: '1',
    permissions: new Set(permissions),
    vipUntil: null,
  };
  return { ...portal.ctx, actor };
}

type State = 'pending' | 'visible' | 'hidden' | 'deleted';
type ModelComment = {
  id: string;
  postId: string;
  root: ModelComment | null;
  writer: string;
  state: State;
  likers: Set<string>;
};

/** The expected content, as a simple model. */
type Model = ModelComment[];

/** `at` selects one of the existing comments. */
type Step =
  | { action: 'add'; who: number; post: number; isHeld: boolean }
  | { action: 'answer'; who: number; at: number }
  | { action: 'delete' | 'like' | 'unlike' | 'report'; who: number; at: number }
  | { action: 'hide' | 'show' | 'remove'; at: number };

const who = fc.nat({ max: 3 });
const at = fc.nat({ max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('add' as const),
      who,
      post: fc.nat({ max: 1 }),
      isHeld: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ action: fc.constant('answer' as const), who, at }) },
  {
    weight: 6,
    arbitrary: fc.record({
      action: fc.constantFrom('delete' as const, 'like' as const, 'unlike' as const, 'report' as const),
      who,
      at,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constantFrom('hide' as const, 'show' as const, 'remove' as const),
      at,
    }),
  },
);

let serial = 0;

/**
 * Applies a step to the application.
 * @returns the id of a new comment; null if the step was refused
 */
async function perform(step: Step, model: readonly ModelComment[]): Promise<string | null> {
  const target = 'at' in step ? model[step.at % Math.max(1, model.length)] : undefined;
  if ('at' in step && !target) return null;
  const id = target?.id ?? '';
  const member = 'who' in step ? asMember(members[step.who] ?? '') : staff;
  const parts = { settings: portal.app.settings, address: '' };
  serial += 1;
  const words = { mentions: [], body: `第 ${serial} 句` };
  try {
    switch (step.action) {
      case 'add': {
        const body = step.isHeld ? `${words.body}待审` : words.body;
        return (await addComment(member, { ...words, body, postId: postIds[step.post] ?? '' }, parts)).comment
          .id;
      }
      case 'answer':
        return (await addComment(member, { ...words, postId: target?.postId ?? '', parentId: id }, parts))
          .comment.id;
      case 'delete':
        await deleteComment(member, id);
        break;
      case 'like':
        await likeComment(member, id);
        break;
      case 'unlike':
        await unlikeComment(member, id);
        break;
      case 'report':
        await reportComment(member, { id, reason: 'spam', note: '' });
        break;
      case 'hide':
        await hideComments(staff, { ids: [id], reason: '离题' }, portal.app.settings);
        break;
      case 'show':
        await showComments(staff, { ids: [id] }, portal.app.settings);
        break;
      case 'remove':
        await deleteComments(staff, { ids: [id], reason: '广告' });
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  return null;
}

function applyToModel(step: Step, model: Model, id: string | null): void {
  const target = 'at' in step ? model[step.at % Math.max(1, model.length)] : undefined;
  const member = 'who' in step ? (members[step.who] ?? '') : '';
  const author = { writer: member, likers: new Set<string>() };
  if (step.action === 'add') {
    expect(id).not.toBeNull();
    model.push({
      ...author,
      id: id ?? '',
      postId: postIds[step.post] ?? '',
      root: null,
      state: step.isHeld ? 'pending' : 'visible',
    });
    return;
  }
  if (!target) return;
  const root = target.root ?? target;
  switch (step.action) {
    case 'answer':
      expect(id !== null).toBe(target.state === 'visible' && root.state === 'visible');
      if (id === null) return;
      model.push({ ...author, id, postId: target.postId, root, state: 'visible' });
      return;
    case 'delete':
      if (target.writer === member) target.state = 'deleted';
      return;
    case 'like':
      if (target.state === 'visible') target.likers.add(member);
      return;
    case 'unlike':
      target.likers.delete(member);
      return;
    case 'hide':
      if (target.state !== 'deleted') target.state = 'hidden';
      return;
    case 'show':
      if (target.state !== 'deleted') target.state = 'visible';
      return;
    case 'remove':
      target.state = 'deleted';
  }
}

async function clear(): Promise<void> {
  await sql`delete from comments`.execute(portal.ctx.db);
  await sql`delete from review_items`.execute(portal.ctx.db);
  await sql`delete from rate_limits`.execute(portal.ctx.db);
  await expectCountsToBeRows();
}

/** Compares every stored counter with the count of its rows. */
async function expectCountsToBeRows(): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`
    select 'piece' what, p.post_id id, p.comments kept,
      (select count(*)::integer from comments c where c.post_id = p.post_id and c.state = 'visible') rows
    from post_counters p
    union all
    select 'answers', r.id, r.replies,
      (select count(*)::integer from comments c where c.root_id = r.id and c.state = 'visible') from comments r
    union all
    select 'likes', r.id, r.likes, (select count(*)::integer from comment_likes l where l.comment_id = r.id) from comments r
    union all
    select 'reports', r.id, r.reports,
      (select count(*)::integer from comment_reports o where o.comment_id = r.id and o.settled_at is null)
    from comments r`.execute(portal.ctx.db);
  expect(rows.filter(({ kept, rows: counted }) => kept !== counted)).toEqual([]);
}

async function expectModel(model: Model): Promise<void> {
  const { rows } = await sql<{ id: string; state: State; likes: number; replies: number }>`
    select id, state, likes, replies from comments order by id`.execute(portal.ctx.db);
  const isSeen = ({ state }: ModelComment) => state === 'visible';
  expect(rows).toEqual(
    model.map((one) => ({
      id: one.id,
      state: one.state,
      likes: one.likers.size,
      replies: model.filter((other) => other.root === one && isSeen(other)).length,
    })),
  );
  const waiting = await portal.ctx.db
    .selectFrom('review_items')
    .select('target')
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute();
  expect(waiting.map(({ target }) => target)).toEqual(
    model.filter(({ state }) => state === 'pending').map(({ id }) => `comment:${id}`),
  );
}

test('sequential steps leave the counts of a simple model and of the rows', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const model: Model = [];
        for (const one of steps) {
          await portal.ctx.db.deleteFrom('rate_limits').execute();
          applyToModel(one, model, await perform(one, model));
        }
        await expectModel(model);
        await expectCountsToBeRows();
      })
      .beforeEach(clear),
    { numRuns: runs(15) },
  );
}, 180_000);

test('concurrent steps end without deadlock and leave the counts of the rows', async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 12 }),
        fc.array(step, { minLength: 15, maxLength: 30 }),
        async (before, storm) => {
          const model: Model = [];
          for (const one of before) {
            await portal.ctx.db.deleteFrom('rate_limits').execute();
            applyToModel(one, model, await perform(one, model));
          }
          await portal.ctx.db.deleteFrom('rate_limits').execute();
          await Promise.all(storm.map((one) => perform(one, model)));
          await expectCountsToBeRows();
        },
      )
      .beforeEach(clear),
    // Shrinking is useless, because a race does not reproduce with fewer steps.
    { numRuns: runs(15), endOnFailure: true },
  );
}, 180_000);

test("deleting a member's account removes texts and likes and leaves correct counts", async () => {
  await clear();
  const [jia = '', yi = ''] = members;
  const [postId = ''] = postIds;
  const jiaName = '名中有甲';
  await portal.ctx.db.updateTable('members').set({ name: jiaName }).where('id', '=', jia).execute();
  const parts = { settings: portal.app.settings, address: '120.24.78.68' };
  const addAnswer = async (memberId: string, body: string, parentId?: string) =>
    (
      await addComment(
        asMember(memberId),
        { postId, body, mentions: [], ...(parentId ? { parentId } : {}) },
        parts,
      )
    ).comment.id;
  const own = await addAnswer(jia, '甲起的头');
  await addAnswer(yi, '乙的回答', own);
  const other = await addAnswer(yi, '乙起的头');
  await addAnswer(jia, '甲的回答', other);
  await addAnswer(jia, '甲的待审');
  const calling = { postId, body: `@${jiaName} 在吗`, mentions: [jia], parentId: other };
  await addComment(asMember(yi), calling, parts);
  await likeComment(asMember(jia), other);
  await reportComment(asMember(jia), { id: other, reason: 'other', note: '甲举报的话' });
  await likeComment(asMember(yi), own);
  await portal.ctx.db.transaction().execute((trx) => onMemberDeleted(portal.ctx, trx, { memberId: jia }));
  await expectCountsToBeRows();
  const { rows } = await sql<{ text: string }>`
    select jsonb_build_array(
      (select jsonb_agg(to_jsonb(c)) from comments c), (select jsonb_agg(to_jsonb(l)) from comment_likes l),
      (select jsonb_agg(to_jsonb(r)) from comment_reports r),
      (select jsonb_agg(jsonb_build_array(i.target, i.excerpt, i.hits, i.state)) from review_items i))::text "text"`.execute(
    portal.ctx.db,
  );
  const text = rows[0]?.text ?? '';
  expect(text).toContain('乙的回答');
  expect(text).toContain(`@${jiaName} 在吗`);
  expect(text.replaceAll(`@${jiaName}`, '')).not.toContain('甲');
  expect(text).not.toContain(`"id": "${jia}"`);
  const counters = await portal.ctx.db
    .selectFrom('post_counters')
    .select('comments')
    .where('post_id', '=', postId)
    .executeTakeFirst();
  expect(counters?.comments).toBe(3);
});
