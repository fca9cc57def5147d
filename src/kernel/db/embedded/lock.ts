import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = 40;
const SQLITE_BUSY = 5;

/**
 * Runs `task` while no other process runs one under the same `file`.
 *
 * Node has no flock, so the lock is SQLite's: the operating system gives it up the moment its holder dies,
 * `kill -9` included, so it can never be stale. Waits as long as it must; `waiting` is called once if it has to.
 */
export async function withLock<T>(file: string, task: () => Promise<T>, waiting?: () => void): Promise<T> {
  const lock = await acquire(file, waiting);
  try {
    return await task();
  } finally {
    lock.close();
  }
}

async function acquire(file: string, waiting?: () => void): Promise<DatabaseSync> {
  for (let attempt = 0; ; attempt++) {
    const lock = tryAcquire(file);
    if (lock) return lock;
    if (attempt === 25) waiting?.();
    await pause(RETRY_MS);
  }
}

function tryAcquire(file: string): DatabaseSync | undefined {
  // No time-out of SQLite's own: it would block the event loop, and with it the task that holds the lock here.
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
