import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
import { unavailable } from './errors.ts';
import { WorkQueue, type WorkQueueOptions } from './work-queue.ts';

const open = (options: Partial<WorkQueueOptions> = {}) =>
  new WorkQueue({
    ...{ maxRunning: 2, maxMembersRunning: 1, maxWaiting: 100, maxWaitingEach: 10 },
    refuse: () => unavailable('正忙'),
    ...options,
  });

/** Runs tasks that end one after the other, in the order in which they were started; returns that order. */
async function orderOf(
  queue: WorkQueue,
  owners: readonly (string | undefined)[],
): Promise<(string | undefined)[]> {
  const started: (string | undefined)[] = [];
  const tasks = owners.map((owner) =>
    queue.run(owner, async () => {
      started.push(owner);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }),
  );
  await Promise.all(tasks);
  return started;
}

test('members take turns, however many tasks one of them sent, and staff go before them', async () => {
  const queue = open({ maxRunning: 1 });
  expect((await orderOf(queue, ['a', 'a', 'a', 'b', 'c', undefined])).join(' ')).toBe('a  a b c a');
});

test('staff need not wait for a task of a member', async () => {
  const queue = open();
  let end = () => {};
  const long = queue.run(
    'a',
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  let isSecondDone = false;
  const second = queue.run('b', async () => {
    isSecondDone = true;
  });
  await queue.run(undefined, async () => undefined);
  expect(isSecondDone).toBe(false);
  end();
  await Promise.all([long, second]);
});

test('members who fill the queue keep no task of staff out', async () => {
  const queue = open({ maxWaiting: 2 });
  const forever = () => new Promise<never>(() => undefined);
  for (const owner of ['a', 'b', 'c']) void queue.run(owner, forever);
  await expect(queue.run('d', forever)).rejects.toThrow('正忙');
  expect(await queue.run(undefined, async () => 'done')).toBe('done');
});

test('refuses what one member sends beyond their share, and what all send beyond the total', async () => {
  const queue = open({ maxWaiting: 3, maxWaitingEach: 2 });
  const forever = () => new Promise<never>(() => undefined);
  for (const owner of ['a', 'a', 'a']) void queue.run(owner, forever);
  await expect(queue.run('a', forever)).rejects.toThrow('正忙');
  void queue.run('b', forever);
  await expect(queue.run('c', forever)).rejects.toThrow('正忙');
});

test('a task that fails, also at once, frees its place', async () => {
  const queue = open({ maxRunning: 1 });
  const fail = () => {
    throw new Error('broken');
  };
  await expect(queue.run('a', fail)).rejects.toThrow('broken');
  expect(await queue.run('a', async () => 7)).toBe(7);
});

test('runs every accepted task once, never more than allowed, never two of one member', async () => {
  const owners = fc.array(fc.constantFrom('a', 'b', 'c', undefined), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      owners,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
      async (list, maxRunning, most) => {
        const queue = open({ maxRunning, maxMembersRunning: most, maxWaitingEach: 100 });
        const running: (string | undefined)[] = [];
        let ran = 0;
        await Promise.all(
          list.map((owner) =>
            queue.run(owner, async () => {
              running.push(owner);
              const members = running.filter((one) => one !== undefined);
              expect(running.length).toBeLessThanOrEqual(maxRunning);
              expect(members.length).toBeLessThanOrEqual(most);
              expect(new Set(members).size).toBe(members.length);
              await new Promise((resolve) => setImmediate(resolve));
              running.splice(running.indexOf(owner), 1);
              ran += 1;
            }),
          ),
        );
        expect(ran).toBe(list.length);
      },
    ),
    { numRuns: runs(200) },
  );
});
