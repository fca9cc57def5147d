export { auditRoutes } from './routes.ts';
export { recordAction } from './service.ts';
