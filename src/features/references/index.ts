import type { Settings } from '#features/settings/index.ts';
import { defineFeature } from '#kernel/feature.ts';
import { inModule } from '#kernel/http/calls.ts';
import { readInBatches } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { createReferenceGate, onModerationDecided } from './compliance.ts';
import type { ReferenceParts } from './parts.ts';
import { exportReferences, exportSubmissions } from './queries.ts';
import { countSentBack } from './reads.ts';
import { referenceAdminRoutes, referenceRoutes } from './routes.ts';
import { onMemberDeleted } from './service.ts';

/** Small, because each row contains a whole body. */
const batchSize = 100;

export const feature = defineFeature({
  name: 'references',
  routes: ({ references }: { references: ReferenceParts }) => [
    ...inModule('references', referenceRoutes(references)),
    ...inModule('references', referenceAdminRoutes(references)),
  ],
  listeners: ({ settings }: { settings: Settings }) => ({
    'moderation.decided': onModerationDecided(settings),
    'member.deleted': onMemberDeleted,
  }),
  extensions: ({ settings }: { settings: Settings }) => ({
    gateReferences: createReferenceGate(settings),
    countSentBack,
  }),
  tables: { people: ['reference_submissions'] },
  personalData: [
    {
      name: 'references',
      read: (ctx, memberId) =>
        readInBatches(
          ctx,
          memberId,
          exportReferences,
          ({ updated_at, ...row }) => ({ key: row.id, row: { ...row, updatedAt: toIso(updated_at) } }),
          batchSize,
        ),
    },
    {
      name: 'reference-submissions',
      read: (ctx, memberId) =>
        readInBatches(
          ctx,
          memberId,
          exportSubmissions,
          ({ id, post_id, submitted_at, holding_note, ...row }) => ({
            key: id,
            row: {
              ...row,
              referenceId: post_id,
              holdingNote: holding_note,
              submittedAt: toIso(submitted_at),
            },
          }),
          batchSize,
        ),
    },
  ],
});
