import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { recordAction } from '#features/audit/index.ts';
import type { Content } from '#features/posts/manage/schema.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { toIso } from '#shared/dates.ts';
import { hashOf } from './compliance.ts';
import { listActions, listReviews, listSubmissions, listVersionsAfter } from './evidence-queries.ts';
import type { ReferenceParts } from './parts.ts';
import { findWriterOf } from './queries.ts';

const batchSize = 100;

type Parts = Pick<ReferenceParts, 'readOrders' | 'readReaders'>;

/**
 * Exports everything known of a reference as JSON lines: its versions with their hashes, submissions and disclosures,
 * review decisions, staff actions, buyers and readers; members appear by id only. The last line is the hash of all
 * lines before it. The export is recorded in the audit log.
 * @throws notFound
 */
export async function exportEvidence(ctx: Context, parts: Parts, id: string): Promise<BinaryFile> {
  const post = await findWriterOf(ctx.db, id);
  if (post?.kind !== 'reference') throw notFound('没有这篇内参');
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'reference.evidence',
      target: `post:${id}`,
      after: { title: post.title },
    }),
  );
  const { member_id, author_id, author_name, qualification_state, qualification_note: _, ...rest } = post;
  const author = {
    id: author_id,
    name: author_name,
    memberId: member_id,
    qualificationState: qualification_state,
  };
  const header = { type: 'piece', ...rest, author, takenAt: toIso(ctx.now()) };
  return {
    name: `内参证据-${id}.jsonl`,
    bytes: Readable.from(withHashLine(linesOf(ctx, parts, id, header))),
  };
}

async function* linesOf(ctx: Context, parts: Parts, id: string, header: object): AsyncGenerator<object> {
  yield header;
  for (let after = 0; ; ) {
    const versions = await listVersionsAfter(ctx.db, id, after, batchSize);
    for (const { number, content, saved_at, saved_by } of versions) {
      after = number;
      const sha256 = hashOf(content as Content);
      yield { type: 'version', number, savedAt: toIso(saved_at), savedBy: saved_by, sha256, content };
    }
    if (versions.length < batchSize) break;
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

async function* withHashLine(lines: AsyncIterable<object>): AsyncGenerator<string> {
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
