import { z } from 'zod';
import { choice, optionalId, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

export const auditEntry = z.object({
  id: z.string(),
  memberId: z.string().nullable(),
  memberName: z.string(),
  action: z.string(),
  /** What it was done to, such as `post:100001`. */
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  createdAt: z.string(),
});

export const auditPage = cursorPageOf(auditEntry);

export const auditQuery = z.object({
  target: optionalText('target', '对象', 60),
  action: optionalText('action', '操作', 60),
  memberId: optionalId('memberId', '成员编号'),
  /** What staff did, or the security log: log-ins, failures and those actions of staff that concern it. */
  scope: choice('scope', '范围', ['actions', 'security'], 'actions'),
  cursor: optionalId('cursor', '游标'),
  size,
});

export type AuditEntry = z.infer<typeof auditEntry>;
