import { defineFeature } from '#kernel/feature.ts';
import { queueDueBackup } from './backups/queue-backup.ts';
import type { TransferDependencies } from './manage/dependencies.ts';
import { transferRoutes } from './manage/routes.ts';
import { runNextTransfer } from './manage/run-transfers.ts';
import { deleteExpiredExports } from './manage/service.ts';

export { findNewestBackup, insertEndedBackup, saveVerification } from './backups/backup-queries.ts';
export { backUpSite, explainMissing } from './backups/run-backup.ts';
export { verifyArchive } from './backups/verify-backup.ts';
export { compareSites, describeArchive } from './compare-sites.ts';
export type { CopyDependencies } from './dependencies.ts';
export { type CopyCount, exportSite } from './export-site.ts';
export { importContent, type RunLog } from './import-content.ts';
export { restoreSite } from './restore-site.ts';
export { collectTables } from './tables.ts';

type Services = { transfers: TransferDependencies };

export const feature = defineFeature({
  name: 'transfers',
  routes: ({ transfers }: Services) => transferRoutes(transfers),
  jobs: ({ transfers }: Services) => [
    {
      name: 'transfers-run',
      everyMs: 1000,
      run: (ctx, { signal }) => runNextTransfer(ctx, transfers, signal),
    },
    { name: 'backups-schedule', cron: '*/5 * * * *', run: (ctx) => queueDueBackup(ctx, transfers) },
    { name: 'transfers-tidy', cron: '47 * * * *', run: (ctx) => deleteExpiredExports(ctx, transfers) },
  ],
  tables: { installation: ['transfer_items', 'transfer_member_tags', 'transfer_pictures', 'transfers'] },
  permissions: [
    {
      code: 'transfers.manage',
      group: '系统',
      name: '导入导出',
      about: '导入内容，导出和备份整站',
      order: 50,
    },
  ],
  menu: [
    {
      to: '/transfers',
      label: '导入导出',
      icon: 'transfer',
      permission: 'transfers.manage',
      group: 'system',
      order: 40,
    },
  ],
});
