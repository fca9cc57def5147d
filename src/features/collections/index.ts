import { defineFeature } from '#kernel/feature.ts';
import { inBatches, type PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { exportCollects, exportFollows, exportReadings } from './queries.ts';
import { collectionRoutes } from './routes.ts';
import { forgetMemberCollections, moveMergedFollows, noteReadings } from './service.ts';

export { readReaders } from './readers.ts';

/** What a member kept. Of a piece its title, which is open to everyone. */
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

export const feature = defineFeature({
  name: 'collections',
  routes: collectionRoutes,
  listeners: {
    'posts.viewed': noteReadings,
    'authors.merged': moveMergedFollows,
    'member.deleted': forgetMemberCollections,
  },
  tables: {
    people: ['collection_totals', 'collects', 'follows', 'reading_history'],
    options: { collection_totals: { given: {} } },
  },
  personalData: collectionData,
});
