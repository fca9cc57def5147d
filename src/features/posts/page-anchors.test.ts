import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { prepareBodySync } from './body/index.ts';
import { addPosts, withdrawPost } from './service.ts';

let portal: Portal;
/** The articles of the column, newest first, without those that a test withdrew. */
let ids: string[];
const postCount = 1150;

beforeAll(async () => {
  portal = await openPortal();
  const authorId = (await ensureAuthors(portal.ctx, ['编辑部'])).get('编辑部') ?? '';
  const body = prepareBodySync({ body: '一段正文。', format: 'text' });
  const firstMs = Date.parse('2026-01-01T00:00:00Z');
  const added = await addPosts(
    portal.ctx,
    Array.from({ length: postCount }, (_, index) => ({
      columnId: '3',
      authorId,
      title: `第${index}篇`,
      body,
      state: 'published' as const,
      // Several posts per moment; ids order them.
      publishedAt: new Date(firstMs + Math.floor(index / 7) * 1000),
    })),
  );
  ids = added.flatMap((id) => id ?? []).toReversed();
});
// Also invalidates what earlier tests cached.
beforeEach(() => portal.ctx.tenant.tags.setListening(true));
afterAll(() => portal.close());

const page = async (current: number) => {
  const query = { columnId: '3', size: '10', current: String(current) };
  const { body } = await portal.call('GET /reception/article/getResearchArticleList', { query });
  return body.data.records.map(({ id }: { id: string }) => id);
};

test('returns the rows of a deep page by number, uncached and cached', async () => {
  for (const current of [100, 101, 102, 102, 115])
    expect(await page(current)).toEqual(ids.slice((current - 1) * 10, current * 10));
  expect(await page(116)).toEqual([]);
  expect(await page(990)).toEqual([]);
  expect(await page(990)).toEqual([]);
});

test('moves a deep page up when a post above it is withdrawn', async () => {
  expect(await page(102)).toEqual(ids.slice(1010, 1020));
  await withdrawPost(portal.ctx, ids[5] ?? '');
  portal.ctx.tenant.tags.purge(['column:3']);
  expect(await page(102)).toEqual(ids.slice(1011, 1021));
  ids = ids.toSpliced(5, 1);
});
