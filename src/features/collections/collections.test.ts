import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { collectionData } from './index.ts';
import { listOwnCollects } from './reads.ts';
import { addCollect, addFollow, deleteCollect, deleteFollow } from './service.ts';

let portal: Portal;
let readers: Context[];
let postIds: string[];
let authors: string[];
beforeAll(async () => {
  portal = await openPortal();
  const members = [(await logIn(portal)).memberId, (await logIn(portal)).memberId];
  readers = members.map((memberId) => ({ ...portal.ctx, actor: asMember(memberId) }));
  postIds = [await addPost(portal), await addPost(portal), await addPost(portal)];
  authors = [...(await ensureAuthors(portal.ctx, ['甲', '乙', '丙'])).values()];
});
afterAll(() => portal.close());

const asMember = (memberId: string): Actor => ({
  kind: 'member',
  memberId,
  sessionId: '1',
  permissions: new Set(),
  vipUntil: null,
});

type Step = { what: 'collect' | 'drop' | 'follow' | 'leave'; reader: number; target: number };
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('collect', 'drop', 'follow', 'leave'),
    reader: fc.nat({ max: 1 }),
    target: fc.nat({ max: 2 }),
  }),
  { minLength: 2, maxLength: 24 },
);

async function runStep({ what, reader, target }: Step): Promise<void> {
  const ctx = readers[reader] as Context;
  const postId = postIds[target] ?? '';
  const author = authors[target] ?? '';
  if (what === 'collect') await addCollect(ctx, 'article', postId);
  if (what === 'follow') await addFollow(ctx, author);
  if (what === 'leave') await deleteFollow(ctx, author);
  if (what !== 'drop') return;
  const page = await listOwnCollects(ctx, 'article', { current: 1, size: 10 });
  const own = page.records.find(({ record }) => record?.id === postId);
  if (own) await deleteCollect(ctx, 'article', own.id);
}

/** Returns each stored total that differs from its rows. */
async function wrongTotals(): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      select 'post' scope, post_id target_id, count(*) total from collects group by post_id
      union all select 'author', author_id, count(*) from follows group by author_id
    ) counted full join collection_totals kept using (scope, target_id)
    where coalesce(counted.total, 0) <> coalesce(kept.total, 0)`.execute(portal.ctx.db);
  return rows;
}

test('stored totals equal the rows after concurrent adds and removals', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await Promise.all(all.map(runStep));
      expect(await wrongTotals()).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('concurrent collects of one post make one record, whose id everyone gets', async () => {
  const [reader] = readers as [Context];
  const postId = await addPost(portal);
  const answers = await Promise.all(Array.from({ length: 12 }, () => addCollect(reader, 'article', postId)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
});

test('deleting a member removes everything, and their copy of the data contains everything before', async () => {
  const { token, memberId } = await logIn(portal);
  const postId = await addPost(portal, { title: '留在副本里' });
  const [author = ''] = authors;
  const request = (key: string, query: Record<string, string>) => portal.call(key, { query, token });
  await request('POST /member/addArticleCollect', { articleId: postId });
  await request('POST /member/addFollow', { authorId: author });
  await request('GET /reception/article/addViewTimes', { id: postId });
  const copy = async () => {
    const parts: Record<string, unknown[]> = {};
    for (const { name, read } of collectionData) {
      const rows: unknown[] = [];
      for await (const row of await read(portal.ctx, memberId)) rows.push(row);
      parts[name] = rows;
    }
    return parts;
  };
  expect(await copy()).toEqual({
    collects: [
      {
        id: expect.any(String),
        postId,
        kind: 'article',
        title: '留在副本里',
        collectedAt: expect.any(String),
      },
    ],
    follows: [
      {
        id: expect.any(String),
        authorId: author,
        authorName: expect.any(String),
        followedAt: expect.any(String),
      },
    ],
    history: [{ postId, title: '留在副本里', readAt: expect.any(String), position: 0 }],
  });
  await inTransaction(portal.ctx, (trx) =>
    portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId }),
  );
  expect(await copy()).toEqual({ collects: [], follows: [], history: [] });
  expect(await wrongTotals()).toEqual([]);
});
