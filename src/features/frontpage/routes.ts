import { post } from '#kernel/http/calls.ts';
import { readAdverts } from './reads.ts';
import { adList, adQuery } from './schema.ts';

export const frontpageRoutes = [
  post('/reception/getAdList', {
    access: 'open',
    summary: 'The adverts that run now at one position, heaviest first.',
    query: adQuery,
    data: adList,
    run: (ctx, { query }) => readAdverts(ctx, query.adPosid),
  }),
];
