export { findAuthors, listAuthorsByPrefix } from './queries.ts';
export { defineAuthors, ensureAuthors, houseAuthor } from './service.ts';
