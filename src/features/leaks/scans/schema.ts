import { z } from 'zod';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

/** A look for locked text on everything a visitor can reach. */
export const scan = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** How many pieces are looked at, newest first; null for all. */
  most: z.number().int().nullable(),
  /** Pieces looked at so far, of how many; null until it is known. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  sentences: z.number().int(),
  addresses: z.number().int(),
  leakCount: z.number().int(),
  faultCount: z.number().int(),
  /** Why it did not come to its end. */
  error: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});

export const scanDetail = scan.extend({
  /** The first leaks: where a sentence that is locked in a piece stands open. */
  leaks: z.array(z.object({ address: z.string(), pieceId: z.string(), sentence: z.string() })),
  /** Addresses that did not answer. */
  faults: z.array(z.string()),
});

export const scanPage = cursorPageOf(scan);

export const listQuery = z.object({ cursor: optionalId('cursor', '游标'), size });
export const idQuery = z.object({ id: id('id', '检查编号') });

const mostMessage = '检查的篇数（most）应为 1 到 1000000 的整数，留空检查全部';
export const scanInput = z.object({
  most: z
    .int({ error: mostMessage })
    .min(1, { error: mostMessage })
    .max(1_000_000, { error: mostMessage })
    .nullable()
    .prefault(null),
});

export type LeakScan = z.infer<typeof scan>;
export type LeakScanDetail = z.infer<typeof scanDetail>;
