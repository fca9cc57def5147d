import type { Settings } from '#features/settings/index.ts';
import { get, longTextBytes, post } from '#kernel/http/calls.ts';
import { readScan, readScans } from './scans/reads.ts';
import { endScan, queueScan } from './scans/run-scans.ts';
import { idQuery, listQuery, scan, scanDetail, scanInput, scanPage } from './scans/schema.ts';
import { traceFile } from './tracing/downloads.ts';
import {
  downloadsAnswer,
  fileInput,
  numberAnswer,
  numberInput,
  standing,
  traceAnswer,
  traceInput,
} from './tracing/schema.ts';
import { traceNumber, traceText } from './tracing/trace.ts';

const access = { permission: 'leaks.manage' };

/** Whether locked text stands open anywhere, and whose copy a text is that came out. */
export const leakRoutes = (settings: Settings) => [
  get('/admin/leak/list', {
    access,
    summary: 'The scans for locked text there were, newest first, with how far they are.',
    query: listQuery,
    data: scanPage,
    run: (ctx, { query }) => readScans(ctx, query),
  }),
  get('/admin/leak/detail', {
    access,
    summary: 'One scan, with the addresses of the leaks it found.',
    query: idQuery,
    data: scanDetail,
    run: (ctx, { query }) => readScan(ctx, query.id),
  }),
  post('/admin/leak/scan', {
    access,
    summary: 'Puts a scan of everything a visitor can reach in line; one at a time.',
    body: scanInput,
    data: scan,
    run: (ctx, { body }) => queueScan(ctx, body.most),
  }),
  post('/admin/leak/cancel', {
    access,
    summary: 'Ends a scan that waits or runs.',
    body: idQuery,
    data: scan,
    run: (ctx, { body }) => endScan(ctx, body.id),
  }),
  get('/admin/leak/standing', {
    access,
    summary: 'Whether paid copies are traced now.',
    data: standing,
    run: async (ctx) => ({ isTracing: (await settings(ctx)).isTracing }),
  }),
  post('/admin/leak/trace', {
    access,
    summary: 'Whose copy a pasted text is, by the marks woven into it; who looked is written down.',
    body: traceInput,
    maxBodyBytes: longTextBytes,
    data: traceAnswer,
    run: (ctx, { body }) => traceText(ctx, body.text),
  }),
  post('/admin/leak/traceNumber', {
    access,
    summary: 'Whose number stands beside a text, as typed from a photograph; who looked is written down.',
    body: numberInput,
    data: numberAnswer,
    run: (ctx, { body }) => traceNumber(ctx, body.number),
  }),
  post('/admin/leak/traceFile', {
    access,
    summary: 'Who fetched a locked attachment, by its address or its piece; who looked is written down.',
    body: fileInput,
    data: downloadsAnswer,
    run: (ctx, { body }) => traceFile(ctx, body.file),
  }),
];
