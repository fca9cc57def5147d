import type { z } from 'zod';
import type { Context, Trx } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { get } from '#kernel/http/calls.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { insertEntry, listEntries } from './queries.ts';
import { auditPage, auditQuery } from './schema.ts';
import { detectSecurityBurst, tidySecurity } from './security-log.ts';

export { recordSecurityEvent } from './security-log.ts';

export const feature = defineFeature({
  name: 'audit',
  routes: [
    get('/admin/audit/list', {
      access: { permission: 'audit.view' },
      summary: 'Lists staff actions with the values before and after, or security events, newest first.',
      query: auditQuery,
      data: auditPage,
      run: (ctx, { query }) => readAudit(ctx, query),
    }),
  ],
  jobs: [
    { name: 'security-watch', cron: '*/5 * * * *', run: detectSecurityBurst },
    { name: 'security-tidy', cron: '41 4 * * *', run: tidySecurity },
  ],
  tables: { people: ['audit_entries'], options: { audit_entries: { label: '操作日志' } } },
  permissions: [
    { code: 'audit.view', group: '系统', name: '操作日志', about: '看编辑部每一次操作的前后', order: 10 },
  ],
  menu: [
    { to: '/audit', label: '操作日志', icon: 'clock', permission: 'audit.view', group: 'system', order: 60 },
  ],
});

/**
 * Writes the acting member's action to the audit log, in the transaction that performs it. `target` is `<thing>:<id>`;
 * `before` and `after` contain what changed, never secrets.
 */
export async function recordAction(
  { actor }: Pick<Context, 'actor'>,
  trx: Trx,
  { action, target, before, after }: { action: string; target: string; before?: unknown; after?: unknown },
): Promise<void> {
  const member_id = actor.kind === 'member' ? actor.memberId : null;
  const key_name = actor.kind === 'member' ? actor.apiKey?.name : undefined;
  await insertEntry(trx, { member_id, key_name, action, target, before, after });
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns only the changed fields of a saved record, since a log of all fields would hide the change. */
export function differences(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  const pick = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name]]));
  return { before: pick(before), after: pick(after) };
}

/** Returns audit entries, newest first, filtered by target, action and member. */
async function readAudit(
  ctx: Context,
  { cursor, size, ...filter }: z.output<typeof auditQuery>,
): Promise<z.infer<typeof auditPage>> {
  const rows = await listEntries(ctx.db, filter, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, (row) => ({
    id: row.id,
    memberId: row.member_id,
    memberName: row.member_name ?? (row.target === 'visitor' ? '访客' : '系统'),
    keyName: row.key_name,
    action: row.action,
    target: row.target,
    before: row.before,
    after: row.after,
    createdAt: toIso(row.created_at),
  }));
}
