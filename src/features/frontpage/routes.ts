import { advertRoutes } from './adverts/routes.ts';
import { knowRoutes } from './know/routes.ts';
import { pinRoutes } from './pins/routes.ts';

export const frontpageRoutes = [...advertRoutes, ...pinRoutes, ...knowRoutes];
