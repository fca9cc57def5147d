import { binaryFile, get, post } from '#kernel/http/calls.ts';
import { queueBackup } from '../backups/queue-backup.ts';
import type { TransferDependencies } from './dependencies.ts';
import { readExportFile, readMissingPictures, readTransfer, readTransfers } from './reads.ts';
import * as schema from './schema.ts';
import {
  queueExport,
  queueImport,
  queueMemberImport,
  queueRefetch,
  queueUndo,
  recordDownload,
  startImport,
  stopTransfer,
} from './service.ts';

const manage = { permission: 'transfers.manage' };

const maxUploadBytes = 512 * 1024 * 1024;

/** Imports and whole-site exports started in the back office; the worker runs them. */
export const transferRoutes = (dependencies: TransferDependencies) => [
  get('/admin/transfer/list', {
    access: manage,
    summary: 'Lists imports and exports with their progress, newest first.',
    query: schema.listQuery,
    data: schema.transferPage,
    run: (ctx, { query }) => readTransfers(ctx, query),
  }),
  get('/admin/transfer/detail', {
    access: manage,
    summary: 'Returns an import or export with a report of the records that were not added.',
    query: schema.idQuery,
    data: schema.transferDetail,
    run: (ctx, { query }) => readTransfer(ctx, query.id),
  }),
  post('/admin/transfer/import', {
    access: manage,
    summary: 'Queues the import of a file of posts.',
    upload: { field: 'file', label: '文件', maxBytes: maxUploadBytes, onDisk: true },
    body: schema.importInput,
    data: schema.transfer,
    run: (ctx, { file, body }) => queueImport(ctx, dependencies, file, body),
  }),
  post('/admin/transfer/importMembers', {
    access: manage,
    summary:
      'Queues the import of a CSV file of members, also of Ghost; needs `members.manage` as well; audits the import.',
    upload: { field: 'file', label: '文件', maxBytes: maxUploadBytes, onDisk: true },
    body: schema.memberImportInput,
    data: schema.transfer,
    run: (ctx, { file, body }) => queueMemberImport(ctx, dependencies, file, body),
  }),
  post('/admin/transfer/start', {
    access: manage,
    summary: 'Starts an import that waits for its columns, with a column for each category.',
    body: schema.startInput,
    data: schema.transfer,
    run: (ctx, { body }) => startImport(ctx, body),
  }),
  get('/admin/transfer/pictures', {
    access: manage,
    summary: 'Lists the pictures that an import could not fetch, each with its post or page.',
    query: schema.picturesQuery,
    data: schema.picturePage,
    run: (ctx, { query }) => readMissingPictures(ctx, query),
  }),
  post('/admin/transfer/refetch', {
    access: manage,
    summary: 'Queues another attempt to fetch the pictures that an import could not get.',
    body: schema.refetchInput,
    data: schema.transfer,
    run: (ctx, { body }) => queueRefetch(ctx, body),
  }),
  post('/admin/transfer/undo', {
    access: manage,
    summary: 'Queues the removal of what an import added and was not used since.',
    body: schema.idQuery,
    data: schema.transfer,
    run: (ctx, { body }) => queueUndo(ctx, body.id),
  }),
  post('/admin/transfer/export', {
    access: manage,
    summary: 'Queues an export of the whole site.',
    body: schema.exportInput,
    data: schema.transfer,
    run: (ctx, { body }) => queueExport(ctx, body),
  }),
  post('/admin/transfer/backup', {
    access: manage,
    summary: 'Queues a backup of the whole site to the place that the server names.',
    data: schema.transfer,
    run: queueBackup,
  }),
  post('/admin/transfer/cancel', {
    access: manage,
    summary: 'Cancels an import or export; records that an import has added stay.',
    body: schema.idQuery,
    data: schema.transfer,
    run: (ctx, { body }) => stopTransfer(ctx, dependencies, body.id),
  }),
  get('/admin/transfer/download', {
    access: manage,
    summary: 'Downloads the file of an export, which is available for a week.',
    query: schema.idQuery,
    data: binaryFile,
    binary: 'application/zip',
    run: async (ctx, { query }) => {
      const file = await readExportFile(ctx, dependencies, query.id);
      await recordDownload(ctx, query.id);
      return file;
    },
  }),
];
