import type { z } from 'zod';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { findFindings, findScan, listScans, type ScanRow } from './scan-queries.ts';
import type { LeakScan, LeakScanDetail, listQuery, scanPage } from './schema.ts';

/** Returns the scans, newest first. */
export async function readScans(
  { db }: Context,
  { cursor, size }: z.output<typeof listQuery>,
): Promise<z.infer<typeof scanPage>> {
  const rows = await listScans(db, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, presentScan);
}

/** Returns one scan with its findings. @throws notFound */
export async function readScan({ db }: Context, id: string): Promise<LeakScanDetail> {
  const scan = await requireScan(db, id);
  const { leaks = [], faults = [] } = (await findFindings(db, id)) ?? {};
  return { ...presentScan(scan), leaks, faults };
}

/** @throws notFound */
export async function requireScan(db: Database | Trx, id: string): Promise<ScanRow> {
  const row = await findScan(db, id);
  if (!row) throw notFound('没有这次检查');
  return row;
}

export const presentScan = (row: ScanRow): LeakScan => ({
  id: row.id,
  state: row.state as LeakScan['state'],
  most: row.most,
  done: row.done,
  total: row.total,
  sentences: row.sentences,
  addresses: row.addresses,
  leakCount: row.leak_count,
  faultCount: row.fault_count,
  error: row.error,
  createdBy: row.created_by_name ?? '系统',
  createdAt: toIso(row.created_at),
  finishedAt: row.finished_at && toIso(row.finished_at),
});
