export { identityRoutes } from './routes.ts';
export { addMember, type MemberInput, tidySessions } from './service.ts';
export { resolveActor } from './sessions.ts';
