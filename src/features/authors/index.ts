export { type AuthorRow, findAuthors, listAuthorsByPrefix, type NewAuthor } from './queries.ts';
export { defineAuthors, ensureAuthors, houseAuthor } from './service.ts';
