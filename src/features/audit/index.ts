import { defineFeature } from '#kernel/feature.ts';
import { auditRoutes } from './routes.ts';

export { differences } from './differences.ts';
export { recordAction } from './service.ts';

export const feature = defineFeature({
  name: 'audit',
  routes: auditRoutes,
  tables: { people: ['audit_entries'], options: { audit_entries: { label: '操作日志' } } },
  permissions: [
    { code: 'audit.view', group: '系统', name: '操作日志', about: '看编辑部每一次操作的前后', order: 10 },
  ],
  menu: [
    { to: '/audit', label: '操作日志', icon: 'list', permission: 'audit.view', group: 'system', order: 60 },
  ],
});
