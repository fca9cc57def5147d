import type { Settings } from '#features/settings/index.ts';
import { defineFeature } from '#kernel/feature.ts';
import { inBatches } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { judgeDecision } from './compliance.ts';
import type { ReferenceParts } from './parts.ts';
import { exportReferences, exportSubmissions } from './queries.ts';
import { referenceDeskRoutes, referenceRoutes } from './routes.ts';
import { forgetDrafts } from './service.ts';

export { gateReferences } from './compliance.ts';
export { countSentBack } from './reads.ts';

/** Few at once: each comes with its whole body. */
const batch = 100;

export const feature = defineFeature({
  name: 'references',
  routes: ({ references }: { references: ReferenceParts }) => [
    ...referenceRoutes(references),
    ...referenceDeskRoutes(references),
  ],
  listeners: ({ settings }: { settings: Settings }) => ({
    'moderation.decided': judgeDecision(settings),
    'member.deleted': forgetDrafts,
  }),
  tables: { people: ['reference_submissions'] },
  personalData: [
    {
      name: 'references',
      read: (ctx, memberId) =>
        inBatches(
          ctx,
          memberId,
          exportReferences,
          ({ updated_at, ...row }) => ({ place: row.id, row: { ...row, updatedAt: toIso(updated_at) } }),
          batch,
        ),
    },
    {
      name: 'reference-submissions',
      read: (ctx, memberId) =>
        inBatches(
          ctx,
          memberId,
          exportSubmissions,
          ({ id, post_id, submitted_at, holding_note, ...row }) => ({
            place: id,
            row: {
              ...row,
              referenceId: post_id,
              holdingNote: holding_note,
              submittedAt: toIso(submitted_at),
            },
          }),
          batch,
        ),
    },
  ],
});
