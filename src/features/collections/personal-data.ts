import type { Context } from '#kernel/context.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { exportCollects, exportFollows, exportReadings } from './queries.ts';

const batch = 1000;

/** What a member kept, for their own copy of their data. Of a piece its title, which is open to everyone. */
export const collectionData: readonly PersonalDataPart[] = [
  {
    name: 'collects',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportCollects, ({ id, post_id, kind, title, created_at }) => ({
        place: id,
        row: { id, postId: post_id, kind, title, collectedAt: toIso(created_at) },
      })),
  },
  {
    name: 'follows',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportFollows, ({ id, author_id, name, created_at }) => ({
        place: id,
        row: { id, authorId: author_id, authorName: name, followedAt: toIso(created_at) },
      })),
  },
  {
    name: 'history',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportReadings, ({ post_id, title, read_at }) => ({
        place: post_id,
        row: { postId: post_id, title, readAt: toIso(read_at) },
      })),
  },
];

async function* inBatches<R>(
  { db }: Context,
  memberId: string,
  read: (db: Context['db'], memberId: string, after: string, limit: number) => Promise<R[]>,
  present: (row: R) => { place: string; row: unknown },
): AsyncGenerator<unknown> {
  let after = '0';
  for (let rows = await read(db, memberId, after, batch); rows.length > 0; ) {
    for (const row of rows) {
      const { place, row: shown } = present(row);
      after = place;
      yield shown;
    }
    if (rows.length < batch) return;
    rows = await read(db, memberId, after, batch);
  }
}
