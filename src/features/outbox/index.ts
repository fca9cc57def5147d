import type { Context } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { outboxRoutes } from './routes.ts';
import { tidyOutbox } from './service.ts';

export { outboxMail, outboxSms } from './service.ts';

export const feature = defineFeature({
  name: 'outbox',
  routes: ({ isOutboxShown }: { isOutboxShown: (ctx: Context) => Promise<boolean> }) =>
    outboxRoutes(isOutboxShown),
  jobs: [{ name: 'outbox-tidy', cron: '37 * * * *', run: tidyOutbox }],
  tables: { installation: ['outbox_messages'] },
});
