import type { Context } from '#kernel/context.ts';
import { toIso } from '#shared/dates.ts';
import { listReaders } from './queries.ts';

const batch = 1000;

/** Every member who opened a piece and has not taken it out of their history, by number, with the last time. */
export async function* readReaders({ db }: Context, postId: string) {
  let after = '0';
  for (;;) {
    const rows = await listReaders(db, postId, after, batch);
    for (const { member_id, read_at } of rows) {
      after = member_id;
      yield { memberId: member_id, lastReadAt: toIso(read_at) };
    }
    if (rows.length < batch) return;
  }
}
