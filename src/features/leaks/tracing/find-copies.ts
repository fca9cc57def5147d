import type { Copy, Seals } from './seal.ts';
import { findRuns, fromSigns, imprintLength, signs, swapped } from './signs.ts';

/** A copy that a text says it comes from: by how many whole imprints, and by how many that had to be mended. */
export type FoundCopy = Copy & { whole: number; mended: number };

export type Found = {
  copies: FoundCopy[];
  /** Runs that may have been imprints and that nothing was to be read from: damaged, or invented. */
  unread: number;
};

const bits = imprintLength - 1;
/** Mending tries some hundred readings of a run; a text made of noise gets no more than this. */
const mostMended = 64;
const mostPairs = 24;

/**
 * Reads every imprint of a text. Each stands for itself; one that lost, doubled or swapped a sign is mended, two halves
 * that a cut left over are joined, and what none of them says alone, most of them may say together.
 */
export function findCopies(text: string, { open }: Seals): Found {
  const copies = new Map<string, FoundCopy>();
  const note = (copy: Copy, how: 'whole' | 'mended') => {
    const key = `${copy.memberId} ${copy.postId} ${copy.day}`;
    const known = copies.get(key) ?? { ...copy, whole: 0, mended: 0 };
    copies.set(key, { ...known, [how]: known[how] + 1 });
  };
  const first = (readings: Iterable<string>): Copy | null => {
    for (const reading of readings) {
      const copy = open(fromSigns(reading));
      if (copy) return copy;
    }
    return null;
  };

  const torn: string[] = [];
  for (const run of findRuns(text)) {
    let isRead = false;
    for (let at = 0; at + bits <= run.length; ) {
      const copy = open(fromSigns(run, at));
      if (copy) note(copy, 'whole');
      isRead ||= copy !== null;
      at += copy ? imprintLength : 1;
    }
    if (!isRead) torn.push(run);
  }
  let unread = torn.length;
  const rest = torn.slice(0, mostMended).filter((run) => {
    const copy = first(mendings(run));
    if (copy) note(copy, 'mended');
    unread -= copy ? 1 : 0;
    return copy === null;
  });
  // Where something is known, halves and votes would only say it again.
  const joined = copies.size > 0 ? null : first([...pairs(rest.slice(0, mostPairs)), ...vote(rest)]);
  if (joined) note(joined, 'mended');
  return { copies: [...copies.values()], unread: joined ? 0 : unread };
}

function* mendings(run: string): Generator<string> {
  const missing = imprintLength - run.length;
  if (missing === 0)
    for (let at = 0; at < bits; at += 1) yield run.slice(0, at) + swapped(run[at]) + run.slice(at + 1);
  if (missing === 1)
    for (let at = 0; at <= bits; at += 1)
      for (const sign of signs) yield run.slice(0, at) + sign + run.slice(at);
  if (missing === -1) for (let at = 0; at < bits; at += 1) yield run.slice(0, at) + run.slice(at + 1);
  // A cut took everything between the front of one imprint and the end of the next.
  if (run.length > bits / 2 && run.length < 2 * imprintLength)
    for (let front = Math.max(0, imprintLength - run.length); front <= Math.min(bits, run.length); front += 1)
      yield run.slice(0, front) + run.slice(run.length - (imprintLength - front));
}

/** The front of one run with the end of another, where both together are long enough. */
function* pairs(runs: readonly string[]): Generator<string> {
  for (const front of runs)
    for (const end of runs)
      if (front !== end && front.length < imprintLength && front.length + end.length >= imprintLength)
        yield front + end.slice(end.length - (imprintLength - front.length));
}

/** Sign by sign, what most of the runs of full length say. */
function* vote(runs: readonly string[]): Generator<string> {
  const full = runs.filter(({ length }) => length === imprintLength);
  if (full.length < 3) return;
  const [zero, one] = signs;
  let said = '';
  for (let at = 0; at < imprintLength; at += 1)
    said += full.filter((run) => run[at] === one).length * 2 > full.length ? one : zero;
  yield said;
}
