export { deleteDueMembers } from './account/deletion.ts';
export { maskMobile } from './account/reads.ts';
export { setupKey } from './first-admin.ts';
export type { IdentityParts } from './parts.ts';
export { setPasswordCost } from './passwords.ts';
export { identityRoutes } from './routes.ts';
export { addFigures, addMember, tidySessions } from './service.ts';
export { resolveActor } from './sessions.ts';
export { readLoginOptions } from './sign-in/login-options.ts';
