export { collectionData } from './personal-data.ts';
export { collectionRoutes } from './routes.ts';
export { forgetMemberCollections, noteReadings } from './service.ts';
