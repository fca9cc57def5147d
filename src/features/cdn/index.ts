import { defineFeature } from '#kernel/feature.ts';
import { sendPurges, tidyPurges } from './send-purges.ts';
import type { CdnParts } from './targets.ts';

/** Sends purges to the CDN in front of the portal. `purge` of the kernel queues them. */
export const feature = defineFeature({
  name: 'cdn',
  jobs: ({ cdn }: { cdn: CdnParts }) => [
    { name: 'cdn-purge', everyMs: 250, run: (ctx) => sendPurges(ctx, cdn) },
    { name: 'cdn-tidy', cron: '11 * * * *', run: tidyPurges },
  ],
  tables: { installation: ['cdn_purges'], options: { cdn_purges: { isVolatile: true } } },
});
