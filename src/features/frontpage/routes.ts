import { advertRoutes } from './adverts/routes.ts';

export const frontpageRoutes = [...advertRoutes];
