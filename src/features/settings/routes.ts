import { get } from '#kernel/http/calls.ts';
import type { Settings } from './current.ts';
import { readAgreement } from './reads.ts';
import { agreement, agreementQuery } from './schema.ts';

export const settingsRoutes = (settings: Settings) => [
  get('/reception/getAgreement', {
    access: 'open',
    summary: 'The user agreement or the privacy text in force.',
    query: agreementQuery,
    data: agreement,
    run: (ctx, { query }) => readAgreement(ctx, settings, query.kind),
  }),
];
