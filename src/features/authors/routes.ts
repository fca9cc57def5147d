import { get } from '#kernel/http/calls.ts';
import { readAuthor } from './reads.ts';
import { authorPage, authorQuery } from './schema.ts';

export const authorRoutes = [
  get('/reception/author', {
    access: 'open',
    reads: 'replica',
    summary:
      'Returns an author with the numbers of their posts and followers, and whether the caller follows them.',
    query: authorQuery,
    data: authorPage,
    run: (ctx, { query }) => readAuthor(ctx, query.id),
  }),
];
