import { deleteExpiredHits } from '#kernel/db/rate-limits.ts';
import { defineFeature } from '#kernel/feature.ts';
import { get } from '#kernel/http/calls.ts';
import { agreementDeskRoutes } from './agreements/routes.ts';
import type { Sanitise } from './agreements/service.ts';
import type { Settings } from './current.ts';
import { settingDeskRoutes } from './desk/routes.ts';
import type { TryParts } from './desk/tries.ts';
import { forgetReaders } from './readers.ts';
import { readAgreement } from './reads.ts';
import { agreement, agreementQuery } from './schema.ts';

export { openSettings, type Settings, type WechatSettings } from './current.ts';
export { groupsWithSecrets } from './desk/groups.ts';
export { nameSite } from './desk/service.ts';
export { deleteSecret as dropSecret, hasMilestone } from './queries.ts';
export type { ReaderMark } from './reader-queries.ts';
export { forgetReaders, noteReaders, type Reader, readerMarks } from './readers.ts';
export { readVersionsInForce } from './reads.ts';
export { fingerprintName, forgetSealedSettings, isPortalKeyRight, sealSettings } from './sealed.ts';
export { portalSecret, readSecret } from './secrets.ts';
export { isMilestoneReached, publishAgreement, reachMilestone } from './service.ts';

type RouteServices = TryParts & { settings: Settings; sanitise: Sanitise };

export const feature = defineFeature({
  name: 'settings',
  routes: (services: RouteServices) => [
    get('/reception/getAgreement', {
      access: 'open',
      summary: 'The user agreement or the privacy text in force.',
      query: agreementQuery,
      data: agreement,
      run: (ctx, { query }) => readAgreement(ctx, services.settings, query.kind),
    }),
    ...settingDeskRoutes(services),
    ...agreementDeskRoutes(services.sanitise),
  ],
  jobs: [
    { name: 'rate-limits-tidy', cron: '27 * * * *', run: deleteExpiredHits },
    { name: 'readers-forget', cron: '3 * * * *', run: forgetReaders },
  ],
  tables: {
    content: ['agreements', 'milestones', 'site_settings'],
    // The kernel's stand here, where every feature may rely on them.
    installation: ['rate_limits', 'reader_marks', 'scheduled_jobs', 'secrets'],
    options: {
      agreements: { label: '协议' },
      milestones: { given: {} },
      secrets: { sealed: 'secrets' },
      site_settings: { label: '站点设置', sealed: 'settings' },
    },
  },
  permissions: [
    {
      code: 'settings.manage',
      group: '系统',
      name: '设置',
      about: '网站、协议、短信、邮件、微信、支付、存储',
      order: 30,
    },
  ],
  menu: [
    {
      to: '/settings',
      label: '设置',
      icon: 'gear',
      permission: 'settings.manage',
      group: 'system',
      order: 30,
    },
  ],
});
