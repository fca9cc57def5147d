import { recordAction } from '#features/audit/index.ts';
import { toPlainText } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { lettersAndDigits } from '#shared/text/letters-and-digits.ts';
import { findCopies } from './find-copies.ts';
import { fromReaderNumber } from './reader-number.ts';
import type { NumberAnswer, TraceAnswer } from './schema.ts';
import { findPosts, findReaders, type ReaderRow } from './trace-queries.ts';
import { tracingKeysOf } from './watermark-copy.ts';

/** Traces a pasted text to its readers. Audits who traced and whom they found, but not the text. */
export async function traceText(ctx: Context, text: string): Promise<TraceAnswer> {
  const { copies: found, unread } = findCopies(text, (await tracingKeysOf(ctx)).seals);
  const readers = byId(await findReaders(ctx.db, idsOf(found.map(({ memberId }) => memberId))));
  const posts = byId(await findPosts(ctx.db, idsOf(found.map(({ postId }) => postId))));
  const copies: TraceAnswer['copies'] = [];
  for (const { memberId, postId, day, whole, mended } of found) {
    const reader = readers.get(memberId);
    if (!reader) continue;
    const post = posts.get(postId);
    const overlap = post ? overlapOf(text, await toPlainText(post.html)) : null;
    copies.push({
      reader: presentReader(reader),
      post: post ? { id: post.id, title: post.title } : null,
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

/** Traces the number on a photograph or screenshot to its reader. Audited. */
export async function traceNumber(ctx: Context, number: string): Promise<NumberAnswer> {
  const memberId = fromReaderNumber((await tracingKeysOf(ctx)).secret, number);
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

/** Eight consecutive characters hardly ever occur in two texts by chance. */
const windowLength = 8;

/** Returns how much of a pasted text is in a post, in percent; null for a text too short to compare. */
function overlapOf(pasted: string, postText: string): number | null {
  const text = lettersAndDigits(pasted.replace(/<[^>]*>/g, ''));
  const windows = windowsOf(text);
  if (windows.length === 0) return null;
  const known = new Set(windowsOf(lettersAndDigits(postText)));
  return Math.round((windows.filter((window) => known.has(window)).length / windows.length) * 100);
}

const windowsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - windowLength + 1) }, (_, at) =>
    text.slice(at, at + windowLength),
  );

/** Below this, the text does not come from the post that its watermarks name. */
const minOverlap = 50;

/**
 * Rates how certainly a text comes from this copy. A watermark cannot be forged, but a valid one can be moved into
 * another text: `doubtful` means that the text is not that of the post.
 */
function decideConfidence(
  { whole }: { whole: number },
  overlap: number | null,
): 'certain' | 'probable' | 'doubtful' {
  if (overlap !== null && overlap < minOverlap) return 'doubtful';
  return whole > 0 && overlap !== null ? 'certain' : 'probable';
}
