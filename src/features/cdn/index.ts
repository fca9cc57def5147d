import { defineFeature } from '#kernel/feature.ts';
import { tidyPurges } from './send-purges.ts';

export { sendPurges } from './send-purges.ts';

/** Purges the CDN in front of the portal. `purge` of the kernel queues what every web process sends by `sendPurges`. */
export const feature = defineFeature({
  name: 'cdn',
  jobs: [{ name: 'cdn-tidy', cron: '11 * * * *', run: tidyPurges }],
  tables: { transient: ['cdn_purges'] },
});
