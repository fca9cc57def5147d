import { defineFeature } from '#kernel/feature.ts';
import { economicEventRoutes } from './routes.ts';
import { type EventParts, pullDueEvents } from './service.ts';

type Services = { market: EventParts };

export const feature = defineFeature({
  name: 'economic-events',
  routes: ({ market }: Services) => economicEventRoutes(market),
  jobs: ({ market }: Services) => [
    { name: 'economic-events-pull', cron: '*/5 * * * *', run: (ctx) => pullDueEvents(ctx, market) },
  ],
  tables: { content: ['economic_events'], options: { economic_events: { label: '经济日历' } } },
});
