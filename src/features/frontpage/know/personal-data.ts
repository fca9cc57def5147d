import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { listAcknowledgements } from './queries.ts';

/** Which notices a member acknowledged, for their own copy of their data. */
export const knowData: readonly PersonalDataPart[] = [
  {
    name: 'acknowledged-notices',
    read: async ({ db }, memberId) =>
      (await listAcknowledgements(db, memberId)).map(({ acknowledged_at, ...row }) => ({
        ...row,
        acknowledgedAt: toIso(acknowledged_at),
      })),
  },
];
