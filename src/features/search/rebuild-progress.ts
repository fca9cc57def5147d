import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How far the rebuild of an index is. */
export type RebuildProgress = { done: number; total: number; startedAtMs: number };

/** A rebuild says at least every five seconds that it runs; one that has died is no longer shown after a minute. */
const heartbeatMs = 5000;
const staleMs = 60_000;

const fileOf = (dir: string) => join(dir, 'rebuild.json');

/**
 * Publishes the progress of a rebuild in the folder of its index, where the other processes of the machine read it: a
 * row of the database would be locked by the transaction of the rebuild.
 */
export function publishProgress(dir: string, total: number, now: () => number = Date.now) {
  const progress: RebuildProgress = { done: 0, total, startedAtMs: now() };
  const write = () => {
    mkdirSync(dir, { recursive: true });
    const file = fileOf(dir);
    writeFileSync(`${file}.new`, JSON.stringify({ ...progress, writtenAtMs: now() }));
    renameSync(`${file}.new`, file);
  };
  write();
  const timer = setInterval(write, heartbeatMs);
  timer.unref();
  return {
    advance(count: number): void {
      progress.done += count;
      write();
    },
    end(): void {
      clearInterval(timer);
      rmSync(fileOf(dir), { force: true });
    },
  };
}

/** Returns the progress of the rebuild of the index in this folder; null if none runs. */
export function readProgress(dir: string, nowMs = Date.now()): RebuildProgress | null {
  try {
    const { done, total, startedAtMs, writtenAtMs } = JSON.parse(readFileSync(fileOf(dir), 'utf8'));
    return nowMs - writtenAtMs > staleMs ? null : { done, total, startedAtMs };
  } catch {
    return null;
  }
}

/** All posts are read long before the index of their words is complete. */
const maxPercent = 99;

/** 已完成 42%（420,000 / 1,000,000 篇）, for staff and readers. */
export function formatProgress({ done, total }: RebuildProgress): string {
  const percent = Math.min(maxPercent, Math.floor((100 * done) / Math.max(1, total)));
  return `已完成 ${percent}%（${done.toLocaleString('en')} / ${total.toLocaleString('en')} 篇）`;
}
