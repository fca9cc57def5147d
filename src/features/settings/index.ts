export { hasMilestone } from './queries.ts';
export { readVersionsInForce } from './reads.ts';
export { settingsRoutes } from './routes.ts';
export { portalSecret } from './secrets.ts';
export { publishAgreement, reachMilestone } from './service.ts';
