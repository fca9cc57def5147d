import { create } from 'zustand';

/** What a member can mark as their own: a piece they collect, an author or a player of the contest they follow. */
export type MarkTarget = { of: 'article' | 'news' | 'author' | 'player'; id: string };

export type Mark = {
  /** As it is shown: what the person wants. */
  isOn: boolean;
  /** What the server last said. */
  settledOn: boolean;
  /** The record's own id, by which a collect is removed; null where it is not known. */
  recordId: string | null;
  /** How many people have it marked, as of `settledOn`; undefined where nobody told. */
  count: number | undefined;
};

/** What an answer says of a mark; what it does not say stays as it was. */
export type MarkFacts = { isOn: boolean; recordId?: string | null; count?: number };

/**
 * Tells the server; answers the record's id where there is one now, else null. A rejection means that nothing
 * changed, and that the person has been told.
 */
export type SendMark = (target: MarkTarget, isOn: boolean, recordId: string | null) => Promise<string | null>;

/** What one answer says of many marks, see `startObserving`. */
export type Observe = (target: MarkTarget, facts: MarkFacts) => void;

// A double click and a change of mind are over by then; the eye was answered at once.
const QUIET_MS = 250;

/** The marks of whoever is logged in, by `markKey`: every button on a piece shows the same one. */
export const useMarks = create<Record<string, Mark>>(() => ({}));

// How often each mark was changed here. An answer that was asked for before a change knows nothing of it.
let changes = new Map<string, number>();
let timers = new Map<string, ReturnType<typeof setTimeout>>();
let sending = new Map<string, Promise<void>>();

/** Ids of pieces are one space whatever their kind; authors and players have their own. */
export const markKey = ({ of, id }: MarkTarget): string =>
  `${of === 'author' || of === 'player' ? of : 'post'} ${id}`;

/** The count to show: the mark's with the person's own wish in it, else the page's. */
export function countOf(mark: Mark | undefined, ofPage: number): number {
  if (mark?.count === undefined) return ofPage;
  return Math.max(0, mark.count + Number(mark.isOn) - Number(mark.settledOn));
}

/**
 * Call it before asking for what a page shows, and the returned function with the answer: facts about marks
 * that were changed in between, or are about to be sent, are out of date and passed over. Nothing is remembered
 * of a person who is not there any more.
 */
export function startObserving(): Observe {
  const known = changes;
  const before = new Map(changes);
  return (target, facts) => {
    const key = markKey(target);
    if (changes !== known || changes.get(key) !== before.get(key) || isBusy(key)) return;
    const held = useMarks.getState()[key];
    const isSame = held?.settledOn === facts.isOn;
    put(key, {
      isOn: facts.isOn,
      settledOn: facts.isOn,
      recordId: facts.recordId ?? (isSame ? (held?.recordId ?? null) : null),
      count: facts.count ?? shiftCount(held, facts.isOn),
    });
  };
}

/**
 * Marks or unmarks: shown at once, sent when the clicks have ended, and only the last state of them, one call
 * at a time. What fails goes back to what the server has.
 */
export function wishMark(target: MarkTarget, isOn: boolean, send: SendMark): void {
  const key = markKey(target);
  const held = useMarks.getState()[key];
  put(key, { settledOn: false, recordId: null, count: undefined, ...held, isOn });
  changes.set(key, (changes.get(key) ?? 0) + 1);
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => {
      timers.delete(key);
      settle(target, send);
    }, QUIET_MS),
  );
}

/** Lets go of all marks: they are another person's now. Calls under way end without effect here. */
export function forgetMarks(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  changes = new Map();
  timers = new Map();
  sending = new Map();
  useMarks.setState({}, true);
}

const isBusy = (key: string): boolean => timers.has(key) || sending.has(key);

function settle(target: MarkTarget, send: SendMark): void {
  const key = markKey(target);
  const line = sending;
  const turn = (line.get(key) ?? Promise.resolve()).then(() => sendWish(target, send));
  line.set(key, turn);
  void turn.then(() => {
    if (line.get(key) === turn) line.delete(key);
  });
}

async function sendWish(target: MarkTarget, send: SendMark): Promise<void> {
  const key = markKey(target);
  const person = changes;
  const mark = useMarks.getState()[key];
  if (!mark || mark.isOn === mark.settledOn) return;
  const { isOn, recordId } = mark;
  const answer = await send(target, isOn, recordId).then(
    (id) => ({ isDone: true, id }) as const,
    () => ({ isDone: false }) as const,
  );
  const now = useMarks.getState()[key];
  if (changes !== person || !now) return;
  changes.set(key, (changes.get(key) ?? 0) + 1);
  if (answer.isDone) put(key, { ...now, settledOn: isOn, recordId: answer.id, count: shiftCount(now, isOn) });
  else put(key, { ...now, isOn: now.settledOn });
}

const shiftCount = (held: Mark | undefined, isOn: boolean): number | undefined =>
  held?.count === undefined ? undefined : held.count + Number(isOn) - Number(held.settledOn);

function put(key: string, mark: Mark): void {
  useMarks.setState({ [key]: mark });
}
