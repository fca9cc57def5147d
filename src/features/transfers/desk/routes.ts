import { binaryFile, get, post } from '#kernel/http/calls.ts';
import type { TransferParts } from './parts.ts';
import { readExportFile, readTransfer, readTransfers } from './reads.ts';
import * as schema from './schema.ts';
import { endTransfer, noteDownload, queueExport, queueImport } from './service.ts';

const manage = { permission: 'transfers.manage' };

const largest = 512 * 1024 * 1024;

/** Imports and whole-site exports begun at the desk; the worker does them. */
export const transferRoutes = (parts: TransferParts) => [
  get('/admin/transfer/list', {
    access: manage,
    summary: 'Imports and exports, newest first, with how far they are.',
    query: schema.listQuery,
    data: schema.transferPage,
    run: (ctx, { query }) => readTransfers(ctx, query),
  }),
  get('/admin/transfer/detail', {
    access: manage,
    summary: 'One import or export, with the records that were not added.',
    query: schema.idQuery,
    data: schema.transferDetail,
    run: (ctx, { query }) => readTransfer(ctx, query.id),
  }),
  post('/admin/transfer/import', {
    access: manage,
    summary: 'Puts a file of pieces in line to be imported.',
    upload: { field: 'file', label: '文件', mostBytes: largest, onDisk: true },
    body: schema.importInput,
    data: schema.transfer,
    run: (ctx, { file, body }) => queueImport(ctx, parts, file, body),
  }),
  post('/admin/transfer/export', {
    access: manage,
    summary: 'Puts a copy of the whole site in line to be made.',
    body: schema.exportInput,
    data: schema.transfer,
    run: (ctx, { body }) => queueExport(ctx, body),
  }),
  post('/admin/transfer/cancel', {
    access: manage,
    summary: 'Ends an import or export; what an import has added stays.',
    body: schema.idQuery,
    data: schema.transfer,
    run: (ctx, { body }) => endTransfer(ctx, parts, body.id),
  }),
  get('/admin/transfer/download', {
    access: manage,
    summary: 'The file of an export, for a week.',
    query: schema.idQuery,
    data: binaryFile,
    binary: 'application/zip',
    run: async (ctx, { query }) => {
      const file = await readExportFile(ctx, parts, query.id);
      await noteDownload(ctx, query.id);
      return file;
    },
  }),
];
