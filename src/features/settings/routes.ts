import { get } from '#kernel/http/calls.ts';
import { readAgreement } from './reads.ts';
import { agreement, agreementQuery } from './schema.ts';

export const settingsRoutes = [
  get('/reception/getAgreement', {
    access: 'open',
    summary: 'The user agreement or the privacy text in force.',
    query: agreementQuery,
    data: agreement,
    run: (ctx, { query }) => readAgreement(ctx, query.kind),
  }),
];
