import type { Copy, Seals } from './seal.ts';
import { findZeroWidthRuns, flipped, fromZeroWidth, watermarkLength, zeroWidthChars } from './zero-width.ts';

/** A copy that a text comes from, with the number of intact and of repaired watermarks that say so. */
export type FoundCopy = Copy & { whole: number; mended: number };

export type Found = {
  copies: FoundCopy[];
  /** Runs that could be watermarks but cannot be read: damaged or invented. */
  unread: number;
};

const payloadLength = watermarkLength - 1;
/** Repairing tries some hundred readings of a run; this bounds the work for a text full of noise. */
const maxRepairs = 64;
const maxPairs = 24;

/**
 * Reads every watermark of a text on its own; one that lost, doubled or swapped a character is repaired. If none can be
 * read, joins halves left over by a cut, and takes the majority of damaged ones.
 */
export function findCopies(text: string, { open }: Seals): Found {
  const copies = new Map<string, FoundCopy>();
  const note = (copy: Copy, how: 'whole' | 'mended') => {
    const key = `${copy.memberId} ${copy.postId} ${copy.day}`;
    const known = copies.get(key) ?? { ...copy, whole: 0, mended: 0 };
    copies.set(key, { ...known, [how]: known[how] + 1 });
  };
  const openFirst = (readings: Iterable<string>): Copy | null => {
    for (const reading of readings) {
      const copy = open(fromZeroWidth(reading));
      if (copy) return copy;
    }
    return null;
  };

  const unreadable: string[] = [];
  for (const run of findZeroWidthRuns(text)) {
    let isRead = false;
    for (let at = 0; at + payloadLength <= run.length; ) {
      const copy = open(fromZeroWidth(run, at));
      if (copy) note(copy, 'whole');
      isRead ||= copy !== null;
      at += copy ? watermarkLength : 1;
    }
    if (!isRead) unreadable.push(run);
  }
  let unread = unreadable.length;
  const rest = unreadable.slice(0, maxRepairs).filter((run) => {
    const copy = openFirst(repairCandidates(run));
    if (copy) note(copy, 'mended');
    unread -= copy ? 1 : 0;
    return copy === null;
  });
  // Halves and votes would add nothing once a copy is known.
  const joined = copies.size > 0 ? null : openFirst([...pairs(rest.slice(0, maxPairs)), ...vote(rest)]);
  if (joined) note(joined, 'mended');
  return { copies: [...copies.values()], unread: joined ? 0 : unread };
}

function* repairCandidates(run: string): Generator<string> {
  const missing = watermarkLength - run.length;
  if (missing === 0)
    for (let at = 0; at < payloadLength; at += 1)
      yield run.slice(0, at) + flipped(run[at]) + run.slice(at + 1);
  if (missing === 1)
    for (let at = 0; at <= payloadLength; at += 1)
      for (const sign of zeroWidthChars) yield run.slice(0, at) + sign + run.slice(at);
  if (missing === -1)
    for (let at = 0; at < payloadLength; at += 1) yield run.slice(0, at) + run.slice(at + 1);
  // A cut removed everything between the start of one watermark and the end of the next.
  if (run.length > payloadLength / 2 && run.length < 2 * watermarkLength)
    for (
      let front = Math.max(0, watermarkLength - run.length);
      front <= Math.min(payloadLength, run.length);
      front += 1
    )
      yield run.slice(0, front) + run.slice(run.length - (watermarkLength - front));
}

/** Joins the start of one run with the end of another, if both together are long enough. */
function* pairs(runs: readonly string[]): Generator<string> {
  for (const front of runs)
    for (const end of runs)
      if (front !== end && front.length < watermarkLength && front.length + end.length >= watermarkLength)
        yield front + end.slice(end.length - (watermarkLength - front.length));
}

/** The majority of all full-length runs, character by character. */
function* vote(runs: readonly string[]): Generator<string> {
  const full = runs.filter(({ length }) => length === watermarkLength);
  if (full.length < 3) return;
  const [zero, one] = zeroWidthChars;
  let majority = '';
  for (let at = 0; at < watermarkLength; at += 1)
    majority += full.filter((run) => run[at] === one).length * 2 > full.length ? one : zero;
  yield majority;
}
