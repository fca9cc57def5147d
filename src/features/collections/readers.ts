import type { Context } from '#kernel/context.ts';
import { toIso } from '#shared/dates.ts';
import { listReaders } from './queries.ts';

const batchSize = 1000;

/** Yields the id of every member who opened a post and still has it in the history, with the last time. */
export async function* readReaders({ db }: Context, postId: string) {
  let after = '0';
  for (;;) {
    const rows = await listReaders(db, postId, after, batchSize);
    for (const { member_id, read_at } of rows) {
      after = member_id;
      yield { memberId: member_id, lastReadAt: toIso(read_at) };
    }
    if (rows.length < batchSize) return;
  }
}
