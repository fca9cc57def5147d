import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { toIso } from '#shared/dates.ts';
import { listEntries } from './queries.ts';
import type { auditPage, auditQuery } from './schema.ts';

/** What staff did, newest first, narrowed by target, action and person. */
export async function readAudit(
  ctx: Context,
  { cursor, size, ...filter }: z.output<typeof auditQuery>,
): Promise<z.infer<typeof auditPage>> {
  const rows = await listEntries(ctx.db, filter, { limit: size + 1, before: cursor });
  const shown = rows.slice(0, size);
  return {
    records: shown.map((row) => ({
      id: row.id,
      memberId: row.member_id,
      memberName: row.member_name ?? '系统',
      action: row.action,
      target: row.target,
      before: row.before,
      after: row.after,
      createdAt: toIso(row.created_at),
    })),
    cursor: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
  };
}
