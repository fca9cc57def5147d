import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { recordAction } from '#features/audit/index.ts';
import type { Content } from '#features/posts/desk/schema.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { toIso } from '#shared/dates.ts';
import { hashOf } from './compliance.ts';
import { listActions, listReviews, listSubmissions, listVersionsAfter } from './evidence-queries.ts';
import type { ReferenceParts } from './parts.ts';
import { findWriterOf } from './queries.ts';

const batch = 100;

type Parts = Pick<ReferenceParts, 'readOrders' | 'readReaders'>;

/**
 * Everything that is known of a reference, as JSON lines: its versions with their hashes, what was submitted and
 * disclosed, what reviewers decided, what was done with it, who bought it and who read it, members by number alone. The
 * last line is the hash of all lines before it. That it was taken is written down. @throws notFound
 */
export async function exportEvidence(ctx: Context, parts: Parts, id: string): Promise<BinaryFile> {
  const piece = await findWriterOf(ctx.db, id);
  if (piece?.kind !== 'reference') throw notFound('没有这篇内参');
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'reference.evidence',
      target: `post:${id}`,
      after: { title: piece.title },
    }),
  );
  const { member_id, author_id, author_name, qualification_state, qualification_note: _, ...rest } = piece;
  const author = {
    id: author_id,
    name: author_name,
    memberId: member_id,
    qualificationState: qualification_state,
  };
  const head = { type: 'piece', ...rest, author, takenAt: toIso(ctx.now()) };
  return { name: `内参证据-${id}.jsonl`, bytes: Readable.from(sealed(linesOf(ctx, parts, id, head))) };
}

async function* linesOf(ctx: Context, parts: Parts, id: string, head: object): AsyncGenerator<object> {
  yield head;
  for (let after = 0; ; ) {
    const versions = await listVersionsAfter(ctx.db, id, after, batch);
    for (const { number, content, saved_at, saved_by } of versions) {
      after = number;
      const sha256 = hashOf(content as Content);
      yield { type: 'version', number, savedAt: toIso(saved_at), savedBy: saved_by, sha256, content };
    }
    if (versions.length < batch) break;
  }
  for (const { submitted_at, ...row } of await listSubmissions(ctx.db, id))
    yield { type: 'submission', ...row, submittedAt: toIso(submitted_at) };
  for (const { submitted_at, decided_at, ...row } of await listReviews(ctx.db, id))
    yield {
      type: 'review',
      ...row,
      submittedAt: toIso(submitted_at),
      decidedAt: decided_at && toIso(decided_at),
    };
  for (const { created_at, ...row } of await listActions(ctx.db, id))
    yield { type: 'action', ...row, at: toIso(created_at) };
  for await (const order of parts.readOrders(ctx, id)) yield { type: 'order', ...order };
  for await (const reader of parts.readReaders(ctx, id)) yield { type: 'reader', ...reader };
}

async function* sealed(lines: AsyncIterable<object>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    count += 1;
    yield text;
  }
  yield `${JSON.stringify({ type: 'seal', lines: count, sha256: hash.digest('hex') })}\n`;
}
