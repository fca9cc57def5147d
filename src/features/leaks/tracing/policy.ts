import { squash } from '#shared/text/squash.ts';

/** Eight characters in a row stand in two texts by chance hardly ever. */
const windowLength = 8;

/** How much of a pasted text stands in a piece, in percent; null for a text too short to compare. */
export function overlapOf(pasted: string, piece: string): number | null {
  const text = squash(pasted.replace(/<[^>]*>/g, ''));
  const windows = windowsOf(text);
  if (windows.length === 0) return null;
  const known = new Set(windowsOf(squash(piece)));
  return Math.round((windows.filter((window) => known.has(window)).length / windows.length) * 100);
}

const windowsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - windowLength + 1) }, (_, at) =>
    text.slice(at, at + windowLength),
  );

/** Below it a text comes from elsewhere than its marks say. */
const leastOverlap = 50;

/**
 * How sure it is that a text comes from this copy. No mark can be invented, but a true one can be taken out of a text and
 * put into another: `doubtful` is one that stands in a text its piece does not hold.
 */
export function decideConfidence(
  { whole }: { whole: number },
  overlap: number | null,
): 'certain' | 'probable' | 'doubtful' {
  if (overlap !== null && overlap < leastOverlap) return 'doubtful';
  return whole > 0 && overlap !== null ? 'certain' : 'probable';
}
