import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { publishDuePosts } from '#features/posts/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { listenForChanges } from '../../main/listen-for-changes.ts';
import { DatabaseClock } from './database-clock.ts';

const minuteMs = 60_000;

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterEach(() => vi.useRealTimers());
afterAll(() => portal.close());

/** Sets this machine's clock wrong; the database's clock stays right. */
const shiftClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const state = async (id: string) =>
  (await portal.ctx.db.selectFrom('posts').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;

test.each([-10, 10])('follows the database’s clock on a machine that is %i minutes off', async (minutes) => {
  const clock = new DatabaseClock();
  shiftClock(minutes * minuteMs);
  expect(clock.now().getTime()).toBeCloseTo(Date.now(), -3);
  await clock.sync(portal.ctx.db);
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(portal.ctx.db);
  expect(Math.abs((rows[0]?.at.getTime() ?? 0) - clock.now().getTime())).toBeLessThan(1000);
});

test('a worker whose clock is ten minutes fast publishes nothing early', async () => {
  const ids: string[] = [];
  for (const inMs of [-1000, 5 * minuteMs])
    ids.push(await addPost(portal, { state: 'scheduled', publishedAt: new Date(Date.now() + inMs) }));
  shiftClock(10 * minuteMs);
  const changes = await listenForChanges(portal.app);
  await publishDuePosts(portal.ctx);
  expect(await Promise.all(ids.map(state))).toEqual(['published', 'scheduled']);
  await changes.stop();
});
