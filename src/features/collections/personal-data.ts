import { inBatches, type PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { exportCollects, exportFollows, exportReadings } from './queries.ts';

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
