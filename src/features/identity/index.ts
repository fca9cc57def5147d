export { identityRoutes } from './routes.ts';
export { addMember, tidySessions } from './service.ts';
export { resolveActor } from './sessions.ts';
