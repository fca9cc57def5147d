import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { updateProgress } from './queries.ts';
import { formatProgress, publishProgress, readProgress } from './rebuild-progress.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

test('publishes how far a rebuild is until it ends, and forgets one that has died', async () => {
  const { db } = portal.ctx;
  expect(await readProgress(db)).toBeNull();
  const progress = await publishProgress(portal.ctx, 1_000_000);
  await updateProgress(db, 420_000);
  const found = await readProgress(db);
  expect(found && formatProgress(found)).toBe('已完成 42%（420,000 / 1,000,000 篇）');
  await db
    .updateTable('search_rebuilds')
    .set({ seen_at: new Date(Date.now() - 61_000) })
    .execute();
  expect(await readProgress(db)).toBeNull();
  await updateProgress(db, 430_000);
  expect(await readProgress(db)).toMatchObject({ done: 430_000 });
  await progress.end();
  expect(await readProgress(db)).toBeNull();
});

test('is not complete before the index of the words is', () => {
  expect(formatProgress({ done: 10, total: 10, startedAt: new Date(0) })).toContain('99%');
});
