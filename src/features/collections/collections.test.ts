import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { collectionData } from './index.ts';
import { listOwnCollects } from './reads.ts';
import { addCollect, addFollow, removeCollect, removeFollow } from './service.ts';

let portal: Portal;
let readers: Context[];
let pieces: string[];
let authors: string[];
beforeAll(async () => {
  portal = await openPortal();
  const members = [(await logIn(portal)).memberId, (await logIn(portal)).memberId];
  readers = members.map((memberId) => ({ ...portal.ctx, actor: asMember(memberId) }));
  pieces = [await addPiece(portal), await addPiece(portal), await addPiece(portal)];
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

async function take({ what, reader, target }: Step): Promise<void> {
  const ctx = readers[reader] as Context;
  const piece = pieces[target] ?? '';
  const author = authors[target] ?? '';
  if (what === 'collect') await addCollect(ctx, 'article', piece);
  if (what === 'follow') await addFollow(ctx, author);
  if (what === 'leave') await removeFollow(ctx, author);
  if (what !== 'drop') return;
  const page = await listOwnCollects(ctx, 'article', { current: 1, size: 10 });
  const own = page.records.find(({ record }) => record?.id === piece);
  if (own) await removeCollect(ctx, 'article', own.id);
}

/** Each kept total that differs from the rows it stands for. */
async function wrongTotals(): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      select 'post' scope, post_id target_id, count(*) total from collects group by post_id
      union all select 'author', author_id, count(*) from follows group by author_id
    ) counted full join collection_totals kept using (scope, target_id)
    where coalesce(counted.total, 0) <> coalesce(kept.total, 0)`.execute(portal.ctx.db);
  return rows;
}

test('whatever members add and take away at once, the kept totals are those of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await Promise.all(all.map(take));
      expect(await wrongTotals()).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('collecting one piece many times at once makes one record, and everyone is told its id', async () => {
  const [reader] = readers as [Context];
  const piece = await addPiece(portal);
  const answers = await Promise.all(Array.from({ length: 12 }, () => addCollect(reader, 'article', piece)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
});

test('a deleted member leaves nothing, and their copy of the data held everything before', async () => {
  const { token, memberId } = await logIn(portal);
  const piece = await addPiece(portal, { title: '留在副本里' });
  const [author = ''] = authors;
  const ask = (key: string, query: Record<string, string>) => portal.ask(key, { query, token });
  await ask('POST /member/addArticleCollect', { articleId: piece });
  await ask('POST /member/addFollow', { authorId: author });
  await ask('GET /reception/article/addViewTimes', { id: piece });
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
        postId: piece,
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
    history: [{ postId: piece, title: '留在副本里', readAt: expect.any(String) }],
  });
  await inTransaction(portal.ctx, (trx) =>
    portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId }),
  );
  expect(await copy()).toEqual({ collects: [], follows: [], history: [] });
  expect(await wrongTotals()).toEqual([]);
});
