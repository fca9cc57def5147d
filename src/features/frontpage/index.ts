export { readAdverts } from './reads.ts';
export { frontpageRoutes } from './routes.ts';
export { addAdverts, followAdvertPeriods } from './service.ts';
