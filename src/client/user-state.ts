import { create } from 'zustand';

/**
 * What a member can flag: a post to collect, an author or a player of the contest to follow, or a security (its code) to
 * watch.
 */
export type FlagTarget = { of: 'article' | 'news' | 'author' | 'player' | 'stock'; id: string };

export type UserFlag = {
  /** The value shown, which is what the member wants. */
  isOn: boolean;
  /** The last value that the server confirmed. */
  serverIsOn: boolean;
  /** The id of the record, which deleting a collect needs; null if unknown. */
  recordId: string | null;
  /** The number of members with this flag, as of `serverIsOn`; undefined if unknown. */
  count: number | undefined;
};

/** What an answer says about a flag; missing fields keep their value. */
export type FlagData = { isOn: boolean; recordId?: string | null; count?: number };

/**
 * Sends a flag to the server and resolves with the id of its record, or null without one. Rejects if nothing changed
 * and the member was informed.
 */
export type SendFlag = (target: FlagTarget, isOn: boolean, recordId: string | null) => Promise<string | null>;

/** Applies what one answer says about many flags, see `beginUserStateRead`. */
export type ApplyFlag = (target: FlagTarget, flag: FlagData) => void;

// Debounces double clicks and changes of mind; the screen changes at once.
const DEBOUNCE_MS = 250;

/** The flags of the logged-in member, by `flagKey`: every button on a post shows the same flag. */
export const useUserState = create<Record<string, UserFlag>>(() => ({}));

// How often each flag was changed here. An answer requested before a change does not include it.
let changeCounts = new Map<string, number>();
let timers = new Map<string, ReturnType<typeof setTimeout>>();
let sending = new Map<string, Promise<void>>();

/** Posts share one id space whatever their kind; other targets have their own. */
export const flagKey = ({ of, id }: FlagTarget): string => `${targetSpace(of)} ${id}`;

export const targetSpace = (of: FlagTarget['of']): 'post' | 'author' | 'player' | 'stock' =>
  of === 'article' || of === 'news' ? 'post' : of;

/** Returns the count to show: that of the flag including the member's own change, else the page's. */
export function shownCount(flag: UserFlag | undefined, initialCount: number): number {
  if (flag?.count === undefined) return initialCount;
  return Math.max(0, flag.count + Number(flag.isOn) - Number(flag.serverIsOn));
}

/**
 * Call it before fetching a page, and the returned function with each flag of the answer. Flags that were changed
 * since, or are about to be sent, are ignored because the answer is outdated; so is everything if another member has
 * logged in.
 */
export function beginUserStateRead(): ApplyFlag {
  const countsAtStart = changeCounts;
  const countsBefore = new Map(changeCounts);
  return (target, flag) => {
    const key = flagKey(target);
    if (changeCounts !== countsAtStart || changeCounts.get(key) !== countsBefore.get(key) || isBusy(key))
      return;
    const current = useUserState.getState()[key];
    const isUnchanged = current?.serverIsOn === flag.isOn;
    storeFlag(key, {
      isOn: flag.isOn,
      serverIsOn: flag.isOn,
      recordId: flag.recordId ?? (isUnchanged ? (current?.recordId ?? null) : null),
      count: flag.count ?? shiftCount(current, flag.isOn),
    });
  };
}

/**
 * Sets a flag: shown at once, sent after `DEBOUNCE_MS`, only the last value, one call at a time. On failure the flag
 * returns to the server's value.
 */
export function setFlag(target: FlagTarget, isOn: boolean, send: SendFlag): void {
  const key = flagKey(target);
  const current = useUserState.getState()[key];
  storeFlag(key, { serverIsOn: false, recordId: null, count: undefined, ...current, isOn });
  changeCounts.set(key, (changeCounts.get(key) ?? 0) + 1);
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => {
      timers.delete(key);
      queueSend(target, send);
    }, DEBOUNCE_MS),
  );
}

/** Clears all flags when the member changes. Calls in progress have no effect here afterwards. */
export function clearUserState(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  changeCounts = new Map();
  timers = new Map();
  sending = new Map();
  useUserState.setState({}, true);
}

const isBusy = (key: string): boolean => timers.has(key) || sending.has(key);

function queueSend(target: FlagTarget, send: SendFlag): void {
  const key = flagKey(target);
  const queue = sending;
  const sendAfterPrevious = (queue.get(key) ?? Promise.resolve()).then(() => sendFlag(target, send));
  queue.set(key, sendAfterPrevious);
  void sendAfterPrevious.then(() => {
    if (queue.get(key) === sendAfterPrevious) queue.delete(key);
  });
}

async function sendFlag(target: FlagTarget, send: SendFlag): Promise<void> {
  const key = flagKey(target);
  const countsAtStart = changeCounts;
  const flag = useUserState.getState()[key];
  if (!flag || flag.isOn === flag.serverIsOn) return;
  const { isOn, recordId } = flag;
  const answer = await send(target, isOn, recordId).then(
    (id) => ({ isDone: true, id }) as const,
    () => ({ isDone: false }) as const,
  );
  const latest = useUserState.getState()[key];
  if (changeCounts !== countsAtStart || !latest) return;
  changeCounts.set(key, (changeCounts.get(key) ?? 0) + 1);
  if (answer.isDone)
    storeFlag(key, { ...latest, serverIsOn: isOn, recordId: answer.id, count: shiftCount(latest, isOn) });
  else storeFlag(key, { ...latest, isOn: latest.serverIsOn });
}

const shiftCount = (current: UserFlag | undefined, isOn: boolean): number | undefined =>
  current?.count === undefined ? undefined : current.count + Number(isOn) - Number(current.serverIsOn);

function storeFlag(key: string, flag: UserFlag): void {
  useUserState.setState({ [key]: flag });
}
