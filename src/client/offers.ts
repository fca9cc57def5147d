import { type MarkTarget, markKey } from './marks.ts';
import { safeReturnPath } from './return-path.ts';

// Session storage, so that it also lives through a log-in that leaves the page, and ends with the tab.
const KEY = 'offer';
// Who comes back after that has something else in mind.
const LIFETIME_MS = 30 * 60_000;

type Kept = { key: string; address: string; at: number };

/**
 * Remembers what a visitor pressed when they were sent to log in. It is offered to them when they are back at
 * that address, and never done by itself: another person may have logged in.
 */
export function keepOffer(target: MarkTarget, address: string): void {
  const kept: Kept = { key: markKey(target), address: safeReturnPath(address), at: Date.now() };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage the person presses again.
  }
}

/** Whether this was pressed at this address before the log-in; true once. */
export function takeOffer(target: MarkTarget, address: string): boolean {
  const kept = read();
  if (!kept || kept.key !== markKey(target) || kept.address !== safeReturnPath(address)) return false;
  sessionStorage.removeItem(KEY);
  return Date.now() - kept.at < LIFETIME_MS;
}

function read(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}
