import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import type { Database } from '../context.ts';
import { DomainError, rateLimited } from '../errors.ts';
import { openDatabase } from './pool.ts';
import {
  countHit,
  deleteExpiredHits,
  type RateLimit,
  rateLimitKey,
  resetRateLimits,
  undoHit,
} from './rate-limits.ts';

// Two pools stand for two processes.
let dbs: readonly [Database, Database];
let drop: () => Promise<void>;
let clock = new Date('2026-11-22T10:00:00Z');
beforeAll(async () => {
  const made = await testDatabase();
  drop = made.drop;
  const open = () => openDatabase(made.connectionString, '000000', 4);
  dbs = [open(), open()];
});
beforeEach(async () => {
  clock = new Date('2026-11-22T10:00:00Z');
  await dbs[0].deleteFrom('rate_limits').execute();
});
afterAll(async () => {
  await Promise.all(dbs.map((db) => db.destroy()));
  await drop();
});

const sliding: RateLimit = {
  name: 'test.sliding',
  max: 3,
  windowMs: 60_000,
  refuse: (wait) => rateLimited(`wait ${wait}`, wait),
};
const fixed: RateLimit = { ...sliding, name: 'test.fixed', isFixed: true };
const now = () => clock;
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const hit = (limit: RateLimit, subject = '1', db = dbs[0]) => countHit({ now }, db, limit, subject);
const answer = (limit: RateLimit, subject?: string) =>
  hit(limit, subject).then(
    ({ count }) => count,
    (error: DomainError) => error.message,
  );

test('counts parallel hits of two processes up to the limit and no further', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, turn) =>
      hit(sliding, '1', dbs[turn % 2]).then(
        ({ count }) => count,
        (error: unknown) => (error instanceof DomainError ? error.retryAfter : error),
      ),
    ),
  );
  expect(answers.toSorted()).toEqual([1, 2, 3, ...Array.from({ length: 37 }, () => 60)]);
});

test('counts a costly hit as several, all or none', async () => {
  const costly = () =>
    countHit({ now }, dbs[0], sliding, '1', 2).catch((error: DomainError) => error.message);
  expect(await costly()).toMatchObject({ count: 2 });
  expect(await costly()).toBe('wait 60');
  expect(await answer(sliding)).toBe(3);
});

test('counts each subject and each limit separately', async () => {
  for (const count of [1, 2, 3]) expect(await answer(sliding)).toBe(count);
  expect(await answer(sliding)).toBe('wait 60');
  expect(await answer(sliding, '2')).toBe(1);
  expect(await answer(fixed)).toBe(1);
});

test('a sliding window admits a hit when its oldest one expires, and refused hits do not count', async () => {
  await hit(sliding);
  pass(20_000);
  await hit(sliding);
  pass(20_000);
  await hit(sliding);
  expect(await answer(sliding)).toBe('wait 20');
  pass(19_001);
  expect(await answer(sliding)).toBe('wait 1');
  pass(1000);
  expect(await answer(sliding)).toBe(3);
  expect(await answer(sliding)).toBe('wait 20');
});

test('a fixed window admits hits again when it ends, all at once', async () => {
  await hit(fixed);
  pass(59_000);
  for (const count of [2, 3]) expect(await answer(fixed)).toBe(count);
  expect(await answer(fixed)).toBe('wait 1');
  pass(1000);
  for (const count of [1, 2, 3]) expect(await answer(fixed)).toBe(count);
  expect(await answer(fixed)).toBe('wait 60');
});

test('an undone hit no longer counts, while another hit of the same moment does', async () => {
  const first = await hit(sliding);
  await hit(sliding);
  await undoHit(dbs[1], first);
  expect(await answer(sliding)).toBe(2);
  await undoHit(dbs[1], { ...first, at: new Date(0) });
  expect(await answer(sliding)).toBe(3);
  await resetRateLimits(dbs[1], [rateLimitKey(sliding, '1')]);
  expect(await answer(sliding)).toBe(1);
});

test('a hit inside a transaction that is rolled back does not count', async () => {
  await dbs[0]
    .transaction()
    .execute(async (trx) => {
      await countHit({ now }, trx, sliding, '1');
      throw new Error('undone');
    })
    .catch(() => undefined);
  expect(await answer(sliding)).toBe(1);
});

test('deletes expired rows', async () => {
  await hit(sliding);
  pass(30_000);
  await hit(fixed);
  pass(30_000);
  await deleteExpiredHits({ db: dbs[0], now });
  expect(await dbs[0].selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'test.fixed:1' }]);
});
