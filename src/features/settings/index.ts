export { hasMilestone } from './queries.ts';
export { settingsRoutes } from './routes.ts';
export { publishAgreement, reachMilestone } from './service.ts';
