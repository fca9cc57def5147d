import type { Settings } from '#features/settings/index.ts';
import { get, maxLongTextBytes, post } from '#kernel/http/calls.ts';
import { readScan, readScans } from './scans/reads.ts';
import { queueScan, stopScan } from './scans/run-scans.ts';
import { idQuery, listQuery, scan, scanDetail, scanInput, scanPage } from './scans/schema.ts';
import { traceFile } from './tracing/downloads.ts';
import {
  downloadsAnswer,
  fileInput,
  numberAnswer,
  numberInput,
  traceAnswer,
  traceInput,
  tracingStatus,
} from './tracing/schema.ts';
import { traceNumber, traceText } from './tracing/trace.ts';

const access = { permission: 'leaks.manage' };

/** Admin routes that scan for publicly visible locked text, and that trace a leaked text to its reader. */
export const leakRoutes = (settings: Settings) => [
  get('/admin/leak/list', {
    access,
    summary: 'Lists the scans for leaks of locked text, newest first, with their progress.',
    query: listQuery,
    data: scanPage,
    run: (ctx, { query }) => readScans(ctx, query),
  }),
  get('/admin/leak/detail', {
    access,
    summary: 'Returns a scan with the addresses of the leaks it found.',
    query: idQuery,
    data: scanDetail,
    run: (ctx, { query }) => readScan(ctx, query.id),
  }),
  post('/admin/leak/scan', {
    access,
    summary: 'Queues a scan of everything a visitor can reach; one at a time.',
    body: scanInput,
    data: scan,
    run: (ctx, { body }) => queueScan(ctx, body.most),
  }),
  post('/admin/leak/cancel', {
    access,
    summary: 'Cancels a queued or running scan.',
    body: idQuery,
    data: scan,
    run: (ctx, { body }) => stopScan(ctx, body.id),
  }),
  get('/admin/leak/standing', {
    access,
    summary: 'Returns whether copies of locked text are traced now.',
    data: tracingStatus,
    run: async (ctx) => ({ isTracing: (await settings(ctx)).isTracing }),
  }),
  post('/admin/leak/trace', {
    access,
    summary: 'Finds the readers whose copy a pasted text is, by its watermarks; audits the lookup.',
    body: traceInput,
    maxBodyBytes: maxLongTextBytes,
    data: traceAnswer,
    run: (ctx, { body }) => traceText(ctx, body.text),
  }),
  post('/admin/leak/traceNumber', {
    access,
    summary:
      'Finds the reader whose number is displayed beside a text, as typed from a photograph; audits the lookup.',
    body: numberInput,
    data: numberAnswer,
    run: (ctx, { body }) => traceNumber(ctx, body.number),
  }),
  post('/admin/leak/traceFile', {
    access,
    summary:
      'Lists the readers who downloaded a locked attachment, by its address or its post; audits the lookup.',
    body: fileInput,
    data: downloadsAnswer,
    run: (ctx, { body }) => traceFile(ctx, body.file),
  }),
];
