import { toIso } from '#shared/dates.ts';
import { maskEmail, maskMobile } from '../account/reads.ts';
import type { MemberListRow } from './member-queries.ts';
import type { MemberRecord } from './schema.ts';

/** A member as the desk sees them: the middle of the number hidden. */
export function presentMember(row: MemberListRow): MemberRecord {
  return {
    id: row.id,
    name: row.name,
    avatar: row.avatar,
    mobile: maskMobile(row.mobile),
    roles: row.roles,
    tags: row.tags,
    vipUntil: row.vip_until && toIso(row.vip_until),
    blockedAt: row.blocked_at && toIso(row.blocked_at),
    deletionDueAt: row.deletion_due_at && toIso(row.deletion_due_at),
    createdAt: toIso(row.created_at),
    lastSeenAt: row.last_seen_at && toIso(row.last_seen_at),
  };
}

export const presentEmail = (email: string | null): string | null => email && maskEmail(email);
