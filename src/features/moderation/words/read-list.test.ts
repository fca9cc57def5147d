import { expect, test } from 'vitest';
import { readWordList } from './read-list.ts';

test('lets others run while a long list is read', async () => {
  const bytes = Buffer.from(
    Array.from({ length: 100_000 }, (_, at) => `词${at.toString(36)},warn`).join('\n'),
  );
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const { words } = await readWordList(bytes, { level: 'review', category: '' });
  isReading = false;
  expect(words).toHaveLength(100_000);
  expect(turns).toBeGreaterThanOrEqual(40);
});
