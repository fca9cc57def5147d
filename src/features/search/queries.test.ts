import { afterAll, beforeAll, expect, test } from 'vitest';
import { countReads } from '#testing/count-reads.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { listDocumentRows } from './queries.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

test('a batch reads no bodies of newer posts, since a rebuild has a thousand batches of a million posts', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 40; count++) ids.push(await addPost(portal));
  const listed = ids.slice(2, 7).reverse();
  let rows: { id: string }[] = [];
  const reads = await countReads(portal.ctx.db, 'post_bodies', async (db) => {
    rows = await listDocumentRows(db, ids[7] ?? '', 5);
  });
  expect(rows.map(({ id }) => id)).toEqual(listed);
  expect(reads).toBeGreaterThanOrEqual(5);
  expect(reads).toBeLessThan(20);
});
