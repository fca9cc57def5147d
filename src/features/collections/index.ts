import { defineFeature } from '#kernel/feature.ts';
import { collectionData } from './personal-data.ts';
import { collectionRoutes } from './routes.ts';
import { forgetMemberCollections, moveMergedFollows, noteReadings } from './service.ts';

export { readReaders } from './readers.ts';

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
