import { defineFeature } from '#kernel/feature.ts';
import { startRoutes } from './routes.ts';

export const feature = defineFeature({
  name: 'start',
  routes: startRoutes,
  menu: [{ to: '/', label: '工作台', icon: 'home', permission: 'content.view', group: 'editing', order: 10 }],
});
