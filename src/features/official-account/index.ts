import { defineFeature } from '#kernel/feature.ts';
import { officialAccountRoutes } from './routes.ts';
import type { AccountParts } from './sign-share.ts';

type Services = { officialAccount: AccountParts };

export const feature = defineFeature({
  name: 'official-account',
  routes: ({ officialAccount }: Services) => officialAccountRoutes(officialAccount),
});
