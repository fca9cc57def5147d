import { safeReturnPath } from './return-path.ts';
import { type FlagTarget, flagKey } from './user-state.ts';

// Session storage survives a log-in that leaves the page, and ends with the tab.
const KEY = 'offer';
// The saved intent expires after 30 minutes.
const LIFETIME_MS = 30 * 60_000;

type Intent = { key: string; address: string; at: number };

/**
 * Saves what a visitor pressed before they were sent to log in. It is offered when they return to that address, and
 * never performed automatically, because another person may have logged in.
 */
export function saveIntent(target: FlagTarget, address: string): void {
  const intent: Intent = { key: flagKey(target), address: safeReturnPath(address), at: Date.now() };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(intent));
  } catch {
    // Without storage, the person has to press again after the log-in.
  }
}

/** Returns whether this was pressed at this address before the log-in; true only once. */
export function takeIntent(target: FlagTarget, address: string): boolean {
  const intent = readIntent();
  if (!intent || intent.key !== flagKey(target) || intent.address !== safeReturnPath(address)) return false;
  sessionStorage.removeItem(KEY);
  return Date.now() - intent.at < LIFETIME_MS;
}

function readIntent(): Intent | undefined {
  try {
    const intent: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof intent === 'object' && intent !== null ? (intent as Intent) : undefined;
  } catch {
    return undefined;
  }
}
