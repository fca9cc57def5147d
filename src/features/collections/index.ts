export { collectionData } from './personal-data.ts';
export { readReaders } from './readers.ts';
export { collectionRoutes } from './routes.ts';
export { forgetMemberCollections, moveMergedFollows, noteReadings } from './service.ts';
