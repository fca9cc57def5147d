import { dayMs, toIso } from '#shared/dates.ts';
import { keptDays } from './parts.ts';
import type { Transfer } from './schema.ts';
import type { TransferRow } from './transfer-queries.ts';

/** A transfer as the desk sees it; where its file lies stays ours to know. */
export function presentTransfer(row: TransferRow): Transfer {
  const hasFile =
    row.kind === 'export' && row.state === 'done' && row.path !== '' && row.finished_at !== null;
  return {
    id: row.id,
    kind: row.kind as Transfer['kind'],
    name: row.name,
    state: row.state as Transfer['state'],
    done: row.done,
    total: row.total,
    counts: row.kind === 'import' ? { added: 0, unchanged: 0, skipped: 0, failed: 0, ...row.counts } : null,
    bytes: hasFile ? (row.options.bytes ?? null) : null,
    expiresAt:
      hasFile && row.finished_at ? toIso(new Date(row.finished_at.getTime() + keptDays * dayMs)) : null,
    withoutPeople: row.options.withoutPeople === true,
    error: row.error,
    createdBy: row.created_by_name ?? '系统',
    createdAt: toIso(row.created_at),
    finishedAt: row.finished_at && toIso(row.finished_at),
  };
}
