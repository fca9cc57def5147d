import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#kernel/context.ts';
import { countReads } from '#testing/count-reads.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { listOpenBodies, listPaywalledBodies } from './paywall-queries.ts';

let portal: Portal;
let ids: string[];
beforeAll(async () => {
  portal = await openPortal();
  ids = [];
  for (let count = 0; count < 40; count++) ids.push(await addPost(portal, { access: 'member' }));
});
afterAll(() => portal.close());

test.each([
  {
    batch: 'of locked bodies',
    expected: () => ids.slice(2, 7).reverse(),
    list: (db: Database) => listPaywalledBodies(db, { before: ids[7] ?? '', limit: 5 }),
  },
  {
    batch: 'of open bodies',
    expected: () => ids.slice(33, 38),
    list: (db: Database) => listOpenBodies(db, { after: ids[32] ?? '', limit: 5 }),
  },
])('a batch $batch reads none of earlier batches', async ({ expected, list }) => {
  let rows: { id: string }[] = [];
  const reads = await countReads(portal.ctx.db, 'post_bodies', async (db) => {
    rows = await list(db);
  });
  expect(rows.map(({ id }) => id)).toEqual(expected());
  expect(reads).toBeGreaterThanOrEqual(5);
  expect(reads).toBeLessThan(20);
});
