import { z } from 'zod';
import { choice, optionalId, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

export const auditEntry = z.object({
  id: z.string(),
  memberId: z.string().nullable(),
  memberName: z.string(),
  /** The name of the API key that performed the action; null for an action in a session. */
  keyName: z.string().nullable(),
  action: z.string(),
  /** The target, such as `post:100001`. */
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  createdAt: z.string(),
});

export const auditPage = cursorPageOf(auditEntry);

export const auditQuery = z.object({
  target: optionalText('对象', 60),
  action: optionalText('操作', 60),
  memberId: optionalId('成员编号'),
  /** Actions of staff, or the security log: logins, failures, and security-related actions of staff. */
  scope: choice('范围', ['actions', 'security'], 'actions'),
  cursor: optionalId('游标'),
  size,
});

export type AuditEntry = z.infer<typeof auditEntry>;
