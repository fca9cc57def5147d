import type { Context } from '#kernel/context.ts';
import { resetRateLimits } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, unauthenticated } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import type { MemberDeleted } from '../events.ts';
import type { IdentityParts } from '../parts.ts';
import { forgetFailures } from '../sign-in/attempts.ts';
import { checkCode, spendCode } from '../sign-in/codes.ts';
import { recordAccountChange } from '../sign-in/security.ts';
import { everything } from '../staff/policy.ts';
import { hasOtherAdmin, lockStaff, lockTarget } from '../staff/staff-queries.ts';
import {
  anonymiseMember,
  listDueDeletions,
  lockDueMember,
  updateDeletionCancelled,
  updateDeletionDue,
} from './account-queries.ts';
import { exportLimitKey } from './export.ts';
import { requireMember } from './reads.ts';
import { findSelf } from './service.ts';

/** How long a person can take it back (PIPL asks for deletion, not for regret). */
const graceDays = 7;
/** Accounts looked at in one run. */
const batch = 100;

/** What is read where the person's name stood. */
const nobody = '已注销用户';

/**
 * Has the account deleted in seven days; until then everything works and it can be taken back. Asked again, the
 * first day holds. @throws invalid for a wrong code; conflict for the last administrator
 */
export async function requestDeletion(
  ctx: Context,
  value: string,
  origin: Origin,
): Promise<{ deletionDueAt: string }> {
  const member = await findSelf(ctx);
  const to = { channel: 'sms', recipient: member.mobile, purpose: 'delete' } as const;
  const code = await checkCode(ctx, to, value, origin);
  const wanted = new Date(ctx.now().getTime() + graceDays * dayMs);
  return inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    const held = await lockTarget(trx, member.id);
    if (held?.permissions.includes(everything) && !(await hasOtherAdmin(trx, member.id)))
      throw conflict('你是最后一位管理员，请先让另一个人成为管理员再注销');
    await spendCode(ctx, trx, code);
    await recordAccountChange(ctx, trx, origin, member.id, '申请注销账号');
    const due = await updateDeletionDue(trx, member.id, wanted);
    if (!due) throw unauthenticated();
    return { deletionDueAt: toIso(due) };
  });
}

/** Takes it back. May be repeated. */
export async function cancelDeletion(ctx: Context): Promise<boolean> {
  await updateDeletionCancelled(ctx.db, requireMember(ctx).memberId);
  return true;
}

/**
 * Deletes the accounts whose seven days are over, each in a transaction of its own: one that fails is logged, and
 * tried again at the next run. May run at once in several processes.
 * @returns how many were deleted
 */
export async function deleteDueMembers(ctx: Context, parts: Pick<IdentityParts, 'files'>): Promise<number> {
  let count = 0;
  for (const id of await listDueDeletions(ctx.db, ctx.now(), batch))
    try {
      if (await deleteMember(ctx, parts, id)) count += 1;
    } catch (error) {
      ctx.log.error({ err: error, memberId: id }, 'an account could not be deleted');
    }
  return count;
}

function deleteMember(ctx: Context, { files }: Pick<IdentityParts, 'files'>, id: string): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const member = await lockDueMember(trx, id, ctx.now());
    if (!member) return false;
    const event: MemberDeleted = { memberId: id };
    await ctx.events.emit(ctx, trx, 'member.deleted', event);
    await anonymiseMember(trx, member, nobody, ctx.now());
    await forgetFailures(trx, member.mobile);
    await resetRateLimits(trx, [exportLimitKey(id)]);
    // Last, and before the commit: a picture that is left behind would be forgotten, one that is gone too early
    // belongs to an account that the next run deletes.
    if (member.avatar !== null) await files.drop(ctx.tenant.id, member.avatar);
    return true;
  });
}
