import type { Context } from '#kernel/context.ts';
import { resetRateLimits } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { deletedMemberName } from '#shared/deleted-member.ts';
import type { MemberDeleted } from '../events.ts';
import type { IdentityParts } from '../parts.ts';
import { resetFailures } from '../sign-in/attempts.ts';
import { checkCode, consumeCode, ownRecipient } from '../sign-in/codes.ts';
import { recordAccountChange } from '../sign-in/security-events.ts';
import { allPermissions } from '../staff/policy.ts';
import { hasOtherAdmin, lockStaff, lockTarget } from '../staff/staff-queries.ts';
import {
  anonymiseMember,
  claimDueMember,
  clearDeletionDue,
  listDueDeletions,
  updateDeletionDue,
} from './account-queries.ts';
import { exportLimitKey } from './export-data.ts';
import { requireMember } from './reads.ts';
import { requireOwnMember } from './service.ts';

/** Days in which a member can cancel the deletion. PIPL requires deletion, not a period of grace. */
const graceDays = 7;
const batchSize = 100;

/**
 * Schedules the deletion of the account in seven days; until then everything works and the member can cancel. A
 * repeated request keeps the first day. @throws invalid for a wrong code; conflict for the last administrator
 */
export async function requestDeletion(
  ctx: Context,
  value: string,
  origin: Origin,
): Promise<{ deletionDueAt: string }> {
  const member = await requireOwnMember(ctx);
  const to = { ...ownRecipient(member), purpose: 'delete' } as const;
  const code = await checkCode(ctx, to, value, origin);
  const dueAt = new Date(ctx.now().getTime() + graceDays * dayMs);
  return inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    const target = await lockTarget(trx, member.id);
    if (target?.permissions.includes(allPermissions) && !(await hasOtherAdmin(trx, member.id)))
      throw conflict('你是最后一位管理员，请先让另一个人成为管理员再注销');
    await consumeCode(ctx, trx, code);
    await recordAccountChange(ctx, trx, origin, member.id, '申请注销账号');
    const due = await updateDeletionDue(trx, member.id, dueAt);
    if (!due) throw unauthenticated();
    return { deletionDueAt: toIso(due) };
  });
}

/** Cancels the scheduled deletion. May be repeated. */
export async function cancelDeletion(ctx: Context): Promise<boolean> {
  await clearDeletionDue(ctx.db, requireMember(ctx).memberId);
  return true;
}

/**
 * Deletes the accounts whose seven days are over, each in its own transaction: a failure is logged and retried at the
 * next run. Several processes may run it at once. @returns the number of deleted accounts
 */
export async function deleteDueMembers(ctx: Context, parts: Pick<IdentityParts, 'files'>): Promise<number> {
  let count = 0;
  for (const id of await listDueDeletions(ctx.db, ctx.now(), batchSize))
    try {
      if (await deleteMember(ctx, parts, id)) count += 1;
    } catch (error) {
      ctx.log.error({ err: error, memberId: id }, 'could not delete an account');
    }
  return count;
}

function deleteMember(ctx: Context, { files }: Pick<IdentityParts, 'files'>, id: string): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const member = await claimDueMember(trx, id, ctx.now());
    if (!member) return false;
    const event: MemberDeleted = { memberId: id };
    await ctx.events.emit(ctx, trx, 'member.deleted', event);
    await anonymiseMember(trx, member, deletedMemberName, ctx.now());
    await resetFailures(trx, member.mobile);
    await resetRateLimits(trx, [exportLimitKey(id)]);
    // The last step before the commit. A file that is left behind would never be found again; if the commit fails after
    // the file is gone, the next run deletes the account.
    if (member.avatar !== null) await files.delete(ctx.tenant.id, member.avatar);
    return true;
  });
}
