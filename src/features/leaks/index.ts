import type { Settings } from '#features/settings/index.ts';
import { defineFeature } from '#kernel/feature.ts';
import { leakRoutes } from './routes.ts';
import { runNextScan, type ScanPortal } from './scans/run-scans.ts';
import { exportDownloads } from './tracing/download-queries.ts';
import { deleteOldDownloads, recordDownload } from './tracing/downloads.ts';
import { watermarkCopy } from './tracing/watermark-copy.ts';

export { runNextScan, type ScanPortal } from './scans/run-scans.ts';

export const feature = defineFeature({
  name: 'leaks',
  routes: ({ settings }: { settings: Settings }) => leakRoutes(settings),
  jobs: ({ scanPortal }: { scanPortal: ScanPortal }) => [
    {
      name: 'leak-scans',
      everyMs: 1000,
      run: (ctx, { signal }) => runNextScan(ctx, scanPortal, signal),
    },
    { name: 'downloads-forget', cron: '41 4 * * *', run: deleteOldDownloads },
  ],
  extensions: ({ settings }: { settings: Settings }) => ({
    watermarkCopy: watermarkCopy(settings),
    onDownload: (ctx, download) => recordDownload(ctx, settings, download),
  }),
  tables: { people: ['attachment_downloads'], installation: ['leak_scans'] },
  personalData: [
    {
      name: 'downloads',
      read: async (ctx, memberId) =>
        (await exportDownloads(ctx.db, memberId)).map(({ address, post_id, title, day }) => ({
          address,
          postId: post_id,
          title,
          day,
        })),
    },
  ],
  permissions: [
    {
      code: 'leaks.manage',
      group: '系统',
      name: '泄漏',
      about: '检查锁定的内容有没有漏出去，查外泄的文字来自谁的账号',
      order: 40,
    },
  ],
  menu: [
    { to: '/leaks', label: '泄漏', icon: 'eye', permission: 'leaks.manage', group: 'system', order: 50 },
  ],
});
