import type { Settings } from '#features/settings/index.ts';
import { defineFeature } from '#kernel/feature.ts';
import { judgeDecision } from './compliance.ts';
import type { ReferenceParts } from './parts.ts';
import { referenceData } from './personal-data.ts';
import { referenceDeskRoutes, referenceRoutes } from './routes.ts';
import { forgetDrafts } from './service.ts';

export { gateReferences } from './compliance.ts';
export { countSentBack } from './reads.ts';

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
  personalData: referenceData,
});
