export { nameAdverts, readAdverts } from './adverts/reads.ts';
export { addAdverts, followAdvertPeriods } from './adverts/service.ts';
export { frontpageRoutes } from './routes.ts';
