export { collectionData } from './personal-data.ts';
export { collectionRoutes } from './routes.ts';
export { forgetMemberCollections, moveMergedFollows, noteReadings } from './service.ts';
