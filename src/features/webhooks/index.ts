import { defineFeature } from '#kernel/feature.ts';
import { deliverWebhooks, tidyDeliveries, type WebhookParts } from './deliver.ts';
import { webhookListeners } from './listeners.ts';
import { webhookRoutes } from './routes.ts';
import { webhookEvents } from './schema.ts';

type Services = { webhooks: WebhookParts };

export const feature = defineFeature({
  name: 'webhooks',
  routes: ({ webhooks }: Services) => webhookRoutes(webhooks),
  listeners: webhookListeners,
  jobs: ({ webhooks }: Services) => [
    {
      name: 'webhooks-deliver',
      everyMs: 1000,
      run: (ctx, { signal }) => deliverWebhooks(ctx, webhooks, { signal }),
    },
    { name: 'webhooks-tidy', cron: '13 5 * * *', run: tidyDeliveries },
  ],
  api: { events: webhookEvents },
  tables: { installation: ['webhooks', 'webhook_deliveries'] },
});
