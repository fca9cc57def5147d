import { defineFeature } from '#kernel/feature.ts';
import { sendPurges, tidyPurges } from './send-purges.ts';
import type { CdnParts } from './targets.ts';

const purgePauseMs = 250;

/**
 * Purges the CDN in front of the portal. `purge` of the kernel queues what every web process sends: where none runs, the CDN
 * has no page to ask for.
 */
export const feature = defineFeature({
  name: 'cdn',
  jobs: [{ name: 'cdn-tidy', cron: '11 * * * *', run: tidyPurges }],
  webJobs: ({ cdn }: { cdn: CdnParts }) =>
    cdn.cdn ? [{ everyMs: purgePauseMs, run: (ctx) => sendPurges(ctx, cdn) }] : [],
  tables: { transient: ['cdn_purges'] },
});
