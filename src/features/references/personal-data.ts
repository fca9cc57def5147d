import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { exportReferences, exportSubmissions } from './personal-data-queries.ts';

const batch = 100;

/** What a member wrote and submitted, for their own copy of their data. */
export const referenceData: readonly PersonalDataPart[] = [
  {
    name: 'references',
    async *read({ db }, memberId) {
      for (let after = '0'; ; ) {
        const rows = await exportReferences(db, memberId, after, batch);
        for (const { id, title, state, html, updated_at } of rows) {
          after = id;
          yield { id, title, state, html, updatedAt: toIso(updated_at) };
        }
        if (rows.length < batch) return;
      }
    },
  },
  {
    name: 'reference-submissions',
    async *read({ db }, memberId) {
      for (let after = '0'; ; ) {
        const rows = await exportSubmissions(db, memberId, after, batch);
        for (const { id, post_id, submitted_at, holding_note, ...row } of rows) {
          after = id;
          yield { ...row, referenceId: post_id, holdingNote: holding_note, submittedAt: toIso(submitted_at) };
        }
        if (rows.length < batch) return;
      }
    },
  },
];
