import { recordAction } from '#features/audit/index.ts';
import { toPlainText } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { findCopies } from './find-copies.ts';
import { keysOf } from './mark-copy.ts';
import { decideConfidence, overlapOf } from './policy.ts';
import { fromReaderNumber } from './reader-number.ts';
import type { NumberAnswer, TraceAnswer } from './schema.ts';
import { findPieces, findReaders, type ReaderRow } from './trace-queries.ts';

/** Whose copy a pasted text is. Who looked, and whom they found, is written down; the text is not. */
export async function traceText(ctx: Context, text: string): Promise<TraceAnswer> {
  const { copies: found, unread } = findCopies(text, (await keysOf(ctx)).seals);
  const readers = byId(await findReaders(ctx.db, idsOf(found.map(({ memberId }) => memberId))));
  const pieces = byId(await findPieces(ctx.db, idsOf(found.map(({ postId }) => postId))));
  const copies = found.flatMap(({ memberId, postId, day, whole, mended }): TraceAnswer['copies'] => {
    const reader = readers.get(memberId);
    if (!reader) return [];
    const piece = pieces.get(postId);
    const overlap = piece ? overlapOf(text, toPlainText(piece.html)) : null;
    return [
      {
        reader: presentReader(reader),
        post: piece ? { id: piece.id, title: piece.title } : null,
        day,
        whole,
        mended,
        overlap,
        confidence: decideConfidence({ whole }, overlap),
      },
    ];
  });
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
