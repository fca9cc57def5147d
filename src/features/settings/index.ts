import { deleteExpiredHits } from '#kernel/db/rate-limits.ts';
import { defineFeature } from '#kernel/feature.ts';
import { get } from '#kernel/http/calls.ts';
import { agreementAdminRoutes } from './agreements/routes.ts';
import type { Sanitise } from './agreements/service.ts';
import { type BrandedSite, serveBrand } from './brand/serve-brand.ts';
import type { Settings } from './current-settings.ts';
import { type SettingParts, settingAdminRoutes } from './manage/routes.ts';
import { serveOffline } from './offline/serve-offline.ts';
import { readAgreement } from './reads.ts';
import { agreement, agreementQuery } from './schema.ts';
import { deletePastReaders } from './unique-readers.ts';

export { type Brand, brandOf, lastBrandOf, readBrand, renderBrandHead } from './brand.ts';
export {
  type CurrentSettings,
  openSettings,
  type Settings,
  type WechatSettings,
} from './current-settings.ts';
export { groupsWithSecrets } from './manage/groups.ts';
export { findLiveFaults, nameTenant } from './manage/live-faults.ts';
export { nameSite } from './manage/service.ts';
export { offModules, readOffModules } from './modules.ts';
export { deleteSecret as dropSecret, hasMilestone } from './queries.ts';
export { readVersionsInForce } from './reads.ts';
export { deleteSealedSettings, fingerprintName, isPortalKeyRight, sealSettings } from './sealed.ts';
export { portalSecret, readSecret } from './secrets.ts';
export {
  demoBegun,
  demoLoaded,
  isMilestoneReached,
  liveMilestone,
  publishAgreement,
  reachMilestone,
  setMilestone,
} from './service.ts';
export type { UniqueReader } from './unique-reader-queries.ts';
export { deletePastReaders, loadReaderHasher, recordUniqueReaders, type Viewer } from './unique-readers.ts';

type RouteServices = SettingParts & { settings: Settings; sanitise: Sanitise };

export const feature = defineFeature({
  name: 'settings',
  routes: (services: RouteServices) => [
    get('/reception/getAgreement', {
      access: 'open',
      summary: 'Returns the user agreement or the privacy policy in force.',
      query: agreementQuery,
      data: agreement,
      run: (ctx, { query }) => readAgreement(ctx, services.settings, query.kind),
    }),
    ...settingAdminRoutes(services),
    ...agreementAdminRoutes(services.sanitise),
  ],
  serve(server, site: BrandedSite) {
    serveBrand(server, site);
    serveOffline(server, site);
  },
  jobs: [
    { name: 'rate-limits-tidy', cron: '27 * * * *', run: deleteExpiredHits },
    { name: 'readers-forget', cron: '3 * * * *', run: deletePastReaders },
  ],
  tables: {
    content: ['agreement_drafts', 'agreements', 'milestones', 'site_settings'],
    // Tables of the kernel are declared here, where every feature may depend on them.
    installation: ['rate_limits', 'reader_marks', 'scheduled_jobs', 'secrets', 'wechat_tokens'],
    transient: ['site_build_files', 'site_builds'],
    options: {
      agreements: { label: '协议' },
      milestones: { seeded: {} },
      secrets: { sealed: 'secrets' },
      site_settings: { label: '站点设置', sealed: 'settings' },
    },
  },
  permissions: [
    {
      code: 'settings.manage',
      group: '系统',
      name: '设置',
      about: '网站、协议、交易、内参、评论、搜索引擎等不涉及安全的设置',
      order: 30,
    },
    {
      code: 'settings.security',
      group: '系统',
      name: '安全设置',
      about: '短信、邮件、微信、支付、访问统计、存储、备份、两步验证；接口密钥不能有',
      order: 35,
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
