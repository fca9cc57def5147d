export { authorDeskRoutes } from './desk/routes.ts';
export { forgetAuthorMember } from './desk/service.ts';
export { findAuthors, findFollowings, listAuthorsByPrefix } from './queries.ts';
export { authorRoutes } from './routes.ts';
export { defineAuthors, ensureAuthors, houseAuthor } from './service.ts';
export { findAuthorOfMember, type WriterRow } from './writer-queries.ts';
export { ensureWriter, holdWriting, saveWriter } from './writers.ts';
