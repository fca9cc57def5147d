import type { z } from 'zod';
import type * as scans from './scans/schema.ts';
import type * as tracing from './tracing/schema.ts';

export type LeakScan = z.infer<typeof scans.scan>;
export type LeakScanDetail = z.infer<typeof scans.scanDetail>;
export type TraceAnswer = z.infer<typeof tracing.traceAnswer>;
export type NumberAnswer = z.infer<typeof tracing.numberAnswer>;

/** What crosses the wire about leaks: scans for them, and whose copy a text is. */
export type LeakCalls = {
  'GET /admin/leak/list': {
    query: z.input<typeof scans.listQuery>;
    data: z.infer<typeof scans.scanPage>;
  };
  'GET /admin/leak/detail': { query: z.input<typeof scans.idQuery>; data: LeakScanDetail };
  'POST /admin/leak/scan': { body: z.input<typeof scans.scanInput>; data: LeakScan };
  'POST /admin/leak/cancel': { body: z.input<typeof scans.idQuery>; data: LeakScan };
  'GET /admin/leak/standing': { data: z.infer<typeof tracing.standing> };
  'POST /admin/leak/trace': { body: z.input<typeof tracing.traceInput>; data: TraceAnswer };
  'POST /admin/leak/traceNumber': { body: z.input<typeof tracing.numberInput>; data: NumberAnswer };
};
