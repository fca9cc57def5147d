import type { Context, Database } from '#kernel/context.ts';
import * as queries from './queries.ts';

/** How far the rebuild of an index is. */
export type RebuildProgress = { done: number; total: number; startedAt: Date };

/** A rebuild says every five seconds that it runs; one that has died is no longer shown after a minute. */
const heartbeatMs = 5000;

/**
 * Publishes the progress of a rebuild in the database, for all machines, by its own connection: the transaction of the
 * rebuild is committed at its end. `beat` is called with every heartbeat.
 */
export async function publishProgress(
  { db, log }: Pick<Context, 'db' | 'log'>,
  total: number,
  beat: () => Promise<void> = async () => undefined,
) {
  let done = 0;
  let writing = queries.insertProgress(db, total);
  await writing;
  // A rebuild does not fail because nobody sees how far it is.
  const onFailed = (error: unknown) => log.warn({ err: error }, 'Could not write the progress of a rebuild');
  const write = () => {
    writing = writing
      .then(() => queries.updateProgress(db, done))
      .then(beat)
      .catch(onFailed);
  };
  const timer = setInterval(write, heartbeatMs);
  timer.unref();
  return {
    advance(count: number): void {
      done += count;
    },
    async end(): Promise<void> {
      clearInterval(timer);
      await writing;
      await queries.deleteProgress(db).catch(onFailed);
    },
  };
}

/** Returns the progress of the rebuild of the index; null if none runs. */
export const readProgress = (db: Database): Promise<RebuildProgress | null> => queries.findProgress(db);

/** All posts are read long before the index of their words is complete. */
const maxPercent = 99;

/** 已完成 42%（420,000 / 1,000,000 篇）, for staff and readers. */
export function formatProgress({ done, total }: RebuildProgress): string {
  const percent = Math.min(maxPercent, Math.floor((100 * done) / Math.max(1, total)));
  return `已完成 ${percent}%（${done.toLocaleString('en')} / ${total.toLocaleString('en')} 篇）`;
}
