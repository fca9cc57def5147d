import { defineFeature } from '#kernel/feature.ts';
import type { TransferParts } from './desk/parts.ts';
import { transferRoutes } from './desk/routes.ts';
import { runNextTransfer } from './desk/run-transfers.ts';
import { tidyTransfers } from './desk/service.ts';

export { compareSites, describeArchive } from './compare-sites.ts';
export { type CopyCount, exportSite } from './export-site.ts';
export type { CopyParts } from './parts.ts';
export { restoreSite } from './restore-site.ts';
export { collectTables } from './tables.ts';

type Services = { transfers: TransferParts };

export const feature = defineFeature({
  name: 'transfers',
  routes: ({ transfers }: Services) => transferRoutes(transfers),
  jobs: ({ transfers }: Services) => [
    {
      name: 'transfers-run',
      everyMs: 1000,
      run: (ctx, { signal }) => runNextTransfer(ctx, transfers, signal),
    },
    { name: 'transfers-tidy', cron: '47 * * * *', run: (ctx) => tidyTransfers(ctx, transfers) },
  ],
  tables: { installation: ['transfers'] },
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
      icon: 'refresh',
      permission: 'transfers.manage',
      group: 'system',
      order: 40,
    },
  ],
});
