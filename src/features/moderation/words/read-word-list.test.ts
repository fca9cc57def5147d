import { expect, test } from 'vitest';
import { countTurns } from '#testing/count-turns.ts';
import { readWordList } from './read-word-list.ts';

test('yields to the event loop while reading a long list', async () => {
  const bytes = Buffer.from(
    Array.from({ length: 100_000 }, (_, at) => `词${at.toString(36)},warn`).join('\n'),
  );
  const { result, turns } = await countTurns(() => readWordList(bytes, { level: 'review', category: '' }));
  expect(result.records.size).toBe(100_000);
  expect(turns).toBeGreaterThanOrEqual(40);
});
