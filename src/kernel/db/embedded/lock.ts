import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = 40;
const SQLITE_BUSY = 5;

/**
 * Runs `task` while no other process runs a task under the same lock `file`.
 *
 * Node has no flock, so the lock is an SQLite lock: the operating system releases it when its holder dies, even by
 * `kill -9`, so it never becomes stale. Waits without a limit; calls `onWait` once if it has to wait.
 */
export async function withLock<T>(file: string, task: () => Promise<T>, onWait?: () => void): Promise<T> {
  const lock = await acquire(file, onWait);
  try {
    return await task();
  } finally {
    lock.close();
  }
}

async function acquire(file: string, onWait?: () => void): Promise<DatabaseSync> {
  for (let attempt = 0; ; attempt++) {
    const lock = tryAcquire(file);
    if (lock) return lock;
    if (attempt === 25) onWait?.();
    await pause(RETRY_MS);
  }
}

function tryAcquire(file: string): DatabaseSync | undefined {
  // Without SQLite's own timeout, which would block the event loop, and with it a task of this process under the lock.
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
