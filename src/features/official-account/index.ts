import { defineFeature } from '#kernel/feature.ts';
import type { DraftParts } from './drafts/parts.ts';
import { draftRoutes } from './drafts/routes.ts';
import { sendDrafts, tidyDrafts } from './drafts/send-drafts.ts';
import { officialAccountRoutes } from './routes.ts';

type Services = { officialAccount: DraftParts };

/** The publisher's WeChat account: cards of shared pages, and posts as drafts of articles. */
export const feature = defineFeature({
  name: 'official-account',
  routes: ({ officialAccount }: Services) => [
    ...officialAccountRoutes(officialAccount),
    ...draftRoutes(officialAccount),
  ],
  jobs: ({ officialAccount }: Services) => [
    {
      name: 'wechat-drafts-send',
      everyMs: 2000,
      run: (ctx, { signal }) => sendDrafts(ctx, officialAccount, signal),
    },
    { name: 'wechat-drafts-tidy', cron: '53 4 * * *', run: tidyDrafts },
  ],
  tables: {
    installation: ['wechat_drafts', 'wechat_pictures'],
    options: { wechat_drafts: { label: '公众号草稿' } },
  },
});
