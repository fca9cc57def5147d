import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { TagGenerations } from '../cache/tag-generations.ts';
import { startTicker } from './ticker.ts';

const log = pino({ level: 'silent' });
const aDay = 86_400_000;

test('runs again at once when it is woken in its pause or while it runs', async () => {
  let runs = 0;
  let finish = () => {};
  const ticker = startTicker(aDay, log, () => {
    runs += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  expect(runs).toBe(1);
  ticker.wake();
  ticker.wake();
  finish();
  await vi.waitFor(() => expect(runs).toBe(2));
  finish();
  // Lets the second run end, so that the pause begins.
  await new Promise(setImmediate);
  ticker.wake();
  await vi.waitFor(() => expect(runs).toBe(3));
  finish();
  await ticker.stop();
  ticker.wake();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toBe(3);
});

test('is woken by a purge of its tag, and by one that may have been missed', async () => {
  let runs = 0;
  const ticker = startTicker(aDay, log, async () => {
    runs += 1;
  });
  const tags = new TagGenerations();
  tags.listen('posts', ticker.wake);
  tags.purge(['home']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toBe(1);
  tags.purge(['home', 'posts']);
  await vi.waitFor(() => expect(runs).toBe(2));
  tags.purgeAll();
  await vi.waitFor(() => expect(runs).toBe(3));
  tags.setListening(true);
  await vi.waitFor(() => expect(runs).toBe(4));
  await ticker.stop();
});
