export { authorDeskRoutes } from './desk/routes.ts';
export { forgetAuthorMember } from './desk/service.ts';
export { findAuthors, findFollowings, listAuthorsByPrefix } from './queries.ts';
export { authorRoutes } from './routes.ts';
export { defineAuthors, ensureAuthors, houseAuthor } from './service.ts';
