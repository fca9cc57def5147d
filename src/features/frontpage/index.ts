export { nameAdverts, readAdverts } from './adverts/reads.ts';
export { addAdverts, followAdvertPeriods } from './adverts/service.ts';
export { knowData } from './know/personal-data.ts';
export { hasAcknowledged, readKnow } from './know/reads.ts';
export { forgetMemberKnow } from './know/service.ts';
export { followPinPeriods } from './pins/service.ts';
export { frontpageRoutes } from './routes.ts';
