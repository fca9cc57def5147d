import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatProgress, publishProgress, readProgress } from './rebuild-progress.ts';

test('publishes how far a rebuild is until it ends, and forgets one that has died', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'progress-'));
  try {
    expect(readProgress(dir)).toBeNull();
    const progress = publishProgress(dir, 1_000_000, () => 1000);
    progress.advance(420_000);
    const found = readProgress(dir, 2000);
    expect(found && formatProgress(found)).toBe('已完成 42%（420,000 / 1,000,000 篇）');
    expect(readProgress(dir, 1000 + 61_000)).toBeNull();
    progress.end();
    expect(readProgress(dir, 2000)).toBeNull();
  } finally {
    await rm(dir, { recursive: true });
  }
});

test('is not complete before the index of the words is', () => {
  expect(formatProgress({ done: 10, total: 10, startedAtMs: 0 })).toContain('99%');
});
