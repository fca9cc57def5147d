import { z } from 'zod';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

/** A scan of everything a visitor can reach for locked text. */
export const scan = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** The number of posts to scan, newest first; null for all. */
  most: z.number().int().nullable(),
  /** Posts scanned so far, and their total; null until it is known. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  sentences: z.number().int(),
  addresses: z.number().int(),
  leakCount: z.number().int(),
  faultCount: z.number().int(),
  /** Why the scan failed. */
  error: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});

export const scanDetail = scan.extend({
  /** The first leaks: where a locked sentence of a post is publicly visible. */
  leaks: z.array(z.object({ address: z.string(), pieceId: z.string(), sentence: z.string() })),
  /** Addresses that did not answer. */
  faults: z.array(z.string()),
});

export const scanPage = cursorPageOf(scan);

export const listQuery = z.object({ cursor: optionalId('游标'), size });
export const idQuery = z.object({ id: id('检查编号') });

const maxPostsMessage = '检查的篇数应为 1 到 1000000 的整数，留空检查全部';
export const scanInput = z.object({
  most: z
    .int({ error: maxPostsMessage })
    .min(1, { error: maxPostsMessage })
    .max(1_000_000, { error: maxPostsMessage })
    .nullable()
    .prefault(null)
    .meta({ title: '检查的篇数' }),
});

export type LeakScan = z.infer<typeof scan>;
export type LeakScanDetail = z.infer<typeof scanDetail>;
