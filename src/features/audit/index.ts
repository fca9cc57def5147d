export { differences } from './differences.ts';
export { countEntries as countActions } from './queries.ts';
export { auditRoutes } from './routes.ts';
export { recordAction } from './service.ts';
