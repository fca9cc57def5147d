import { recordAction } from '#features/audit/index.ts';
import { toPlainText } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { squash } from '#shared/text/squash.ts';
import { findCopies } from './find-copies.ts';
import { keysOf } from './mark-copy.ts';
import { fromReaderNumber } from './reader-number.ts';
import type { NumberAnswer, TraceAnswer } from './schema.ts';
import { findPieces, findReaders, type ReaderRow } from './trace-queries.ts';

/** Whose copy a pasted text is. Who looked, and whom they found, is written down; the text is not. */
export async function traceText(ctx: Context, text: string): Promise<TraceAnswer> {
  const { copies: found, unread } = findCopies(text, (await keysOf(ctx)).seals);
  const readers = byId(await findReaders(ctx.db, idsOf(found.map(({ memberId }) => memberId))));
  const pieces = byId(await findPieces(ctx.db, idsOf(found.map(({ postId }) => postId))));
  const copies: TraceAnswer['copies'] = [];
  for (const { memberId, postId, day, whole, mended } of found) {
    const reader = readers.get(memberId);
    if (!reader) continue;
    const piece = pieces.get(postId);
    const overlap = piece ? overlapOf(text, await toPlainText(piece.html)) : null;
    copies.push({
      reader: presentReader(reader),
      post: piece ? { id: piece.id, title: piece.title } : null,
      day,
      whole,
      mended,
      overlap,
      confidence: decideConfidence({ whole }, overlap),
    });
  }
  copies.sort((one, other) => other.whole + other.mended - (one.whole + one.mended));
  const outcome = copies.length > 0 ? 'found' : unread > 0 || found.length > 0 ? 'damaged' : 'none';
  await inTransaction(ctx, async (trx) => {
    const action = 'leak.trace';
    if (copies.length === 0)
      await recordAction(ctx, trx, { action, target: 'leak:text', after: { outcome } });
    for (const { reader, post, day, confidence } of copies)
      await recordAction(ctx, trx, {
        action,
        target: `member:${reader.id}`,
        after: { postId: post?.id ?? null, day, confidence },
      });
  });
  return { outcome, copies, unread };
}

/** Whose number stands on a photograph or a screenshot; who looked is written down. */
export async function traceNumber(ctx: Context, number: string): Promise<NumberAnswer> {
  const memberId = fromReaderNumber((await keysOf(ctx)).secret, number);
  const [reader] = memberId === null ? [] : await findReaders(ctx.db, [memberId]);
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'leak.traceNumber',
      target: reader ? `member:${reader.id}` : 'leak:number',
      after: { number },
    }),
  );
  return { reader: reader ? presentReader(reader) : null };
}

const idsOf = (ids: readonly string[]): string[] => [...new Set(ids)];

const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.id, row]));

const presentReader = ({ id, name, deleted_at }: ReaderRow): TraceAnswer['copies'][number]['reader'] => ({
  id,
  name,
  isDeleted: deleted_at !== null,
});

/** Eight characters in a row stand in two texts by chance hardly ever. */
const windowLength = 8;

/** How much of a pasted text stands in a piece, in percent; null for a text too short to compare. */
function overlapOf(pasted: string, piece: string): number | null {
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
function decideConfidence(
  { whole }: { whole: number },
  overlap: number | null,
): 'certain' | 'probable' | 'doubtful' {
  if (overlap !== null && overlap < leastOverlap) return 'doubtful';
  return whole > 0 && overlap !== null ? 'certain' : 'probable';
}
