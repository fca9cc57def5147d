export { hasMilestone } from './queries.ts';
export { settingsRoutes } from './routes.ts';
export { agreementsTag, publishAgreement, reachMilestone } from './service.ts';
