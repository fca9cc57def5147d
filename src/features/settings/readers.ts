import { createHmac } from 'node:crypto';
import type { Context, Trx } from '#kernel/context.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { dayOf } from '#shared/dates.ts';
import { deleteMarksBefore, insertMarks, type ReaderMark } from './reader-queries.ts';
import { dailySecret, forgetDailySecrets } from './secrets.ts';

/** Who looks: a member, whatever they look with, or else whoever is behind a network with a browser. */
export type Reader = { memberId: string | null; address: string; userAgent: string };

const keySubject = 'readers';

/**
 * What marks the readers of a Shanghai day. Nobody can turn a mark back: its key is deleted when the day is over, and so are
 * the marks. Ask for it outside of transactions.
 */
export async function readerMarks(
  ctx: Pick<Context, 'db' | 'tenant'>,
  day: string,
): Promise<(reader: Reader) => Buffer> {
  const key = await dailySecret(ctx, keySubject, day);
  return ({ memberId, address, userAgent }) =>
    createHmac('sha256', key)
      .update(memberId === null ? `visitor\n${networkOf(address)}\n${userAgent}` : `member\n${memberId}`)
      .digest()
      .subarray(0, 16);
}

/**
 * Notes that readers looked at things on a day. @returns those who were not noted for the same thing and day before: count
 * these, and of any number at once each is counted once
 */
export function noteReaders(trx: Trx, day: string, marks: readonly ReaderMark[]): Promise<ReaderMark[]> {
  return marks.length === 0 ? Promise.resolve([]) : insertMarks(trx, day, marks);
}

/** Forgets who looked at what on the days before, and the keys of those marks. May be repeated. */
export async function forgetReaders(ctx: Context): Promise<void> {
  // What was seen in the last second of yesterday may be written a little after midnight.
  const today = dayOf(new Date(ctx.now().getTime() - 60_000));
  await deleteMarksBefore(ctx.db, today);
  await forgetDailySecrets(ctx, keySubject, today);
}
