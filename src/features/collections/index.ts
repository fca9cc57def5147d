import { defineFeature } from '#kernel/feature.ts';
import { type PersonalDataPart, readInBatches } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { exportCollects, exportFollows, exportReadings } from './queries.ts';
import { collectionRoutes } from './routes.ts';
import { onAuthorMerged, onMemberDeleted, onPostsViewed } from './service.ts';

export { addDemoCollections } from './demo/add-demo-collections.ts';
export { readReaders } from './reads.ts';

/** A member's collects, follows and history. Of a post only its title, which is open to everyone. */
export const collectionData: readonly PersonalDataPart[] = [
  {
    name: 'collects',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportCollects, ({ id, post_id, kind, title, created_at }) => ({
        key: id,
        row: { id, postId: post_id, kind, title, collectedAt: toIso(created_at) },
      })),
  },
  {
    name: 'follows',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportFollows, ({ id, author_id, name, created_at }) => ({
        key: id,
        row: { id, authorId: author_id, authorName: name, followedAt: toIso(created_at) },
      })),
  },
  {
    name: 'history',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportReadings, ({ post_id, title, read_at, position }) => ({
        key: post_id,
        row: { postId: post_id, title, readAt: toIso(read_at), position },
      })),
  },
];

export const feature = defineFeature({
  name: 'collections',
  routes: collectionRoutes,
  listeners: {
    'posts.viewed': onPostsViewed,
    'authors.merged': onAuthorMerged,
    'member.deleted': onMemberDeleted,
  },
  tables: {
    people: ['collection_totals', 'collects', 'follows', 'reading_history'],
    options: { collection_totals: { seeded: {} } },
  },
  personalData: collectionData,
});
