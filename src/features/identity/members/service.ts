import { recordAction } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { deleteSessionsOf } from '../queries.ts';
import { checkActing, covers, everything } from '../staff/policy.ts';
import { hasOtherAdmin, lockStaff, lockTarget, type Target } from '../staff/staff-queries.ts';
import { deleteTags, insertTags, lockTagged, updateBlocked } from './member-queries.ts';
import { mostTags } from './schema.ts';

/**
 * Shuts an account: its sessions end at once, and whoever still holds a token of it reads as a visitor.
 * @throws conflict for one's own, one that is shut already, and the last administrator; forbidden for staff, unless
 * `checkActing` allows it; notFound
 */
export async function blockMember(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    const member = await lockForActing(ctx, trx, id, '停用');
    if (member.blocked_at) throw conflict('这个账号已经停用');
    await keepAnAdmin(trx, member, '停用');
    const now = ctx.now();
    await updateBlocked(trx, id, { blocked_at: now, block_reason: reason });
    await deleteSessionsOf(trx, id);
    await recordAction(ctx, trx, {
      action: 'member.block',
      target: `member:${id}`,
      before: { blockedAt: null },
      after: { blockedAt: toIso(now), reason },
    });
  });
  return true;
}

/** Opens a shut account again. @throws conflict for one that is not shut; forbidden, notFound as `blockMember` */
export async function unblockMember(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const member = await lockForActing(ctx, trx, id, '恢复');
    if (!member.blocked_at) throw conflict('这个账号没有停用');
    await updateBlocked(trx, id, { blocked_at: null, block_reason: null });
    await recordAction(ctx, trx, {
      action: 'member.unblock',
      target: `member:${id}`,
      before: { blockedAt: toIso(member.blocked_at), reason: member.block_reason },
      after: { blockedAt: null },
    });
  });
  return true;
}

/** Ends every session of a member. May be repeated. @throws as `blockMember` */
export async function signOutMember(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    await lockForActing(ctx, trx, id, '退出');
    await deleteSessionsOf(trx, id);
    await recordAction(ctx, trx, { action: 'member.signOut', target: `member:${id}` });
  });
  return true;
}

/**
 * The whole mobile number and address, which is written down: who looked at whose. @throws forbidden for a member who
 * holds more permissions, notFound
 */
export function revealMember(ctx: Context, id: string): Promise<{ mobile: string; email: string | null }> {
  return inTransaction(ctx, async (trx) => {
    const member = await lockTarget(trx, id);
    if (!member) throw unknownMember();
    if (!covers(ctx.actor, member.permissions)) throw forbidden('对方的权限比你多，不能查看完整号码');
    await recordAction(ctx, trx, { action: 'member.reveal', target: `member:${id}` });
    return { mobile: member.mobile, email: member.email };
  });
}

type Tagging = { ids: readonly string[]; tags: readonly string[] };

/**
 * Gives all of these members all of these tags; who has one keeps it. May be repeated.
 * @throws notFound for an unknown member, invalid where somebody would have too many; nobody is changed then
 */
export async function addTags(ctx: Context, { ids, tags }: Tagging): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    for (const member of await lockAll(trx, ids)) {
      const after = [...new Set([...member.tags, ...tags])].sort();
      if (after.length > mostTags) throw invalid(`${member.name}的标签（tags）会超过 ${mostTags} 个`);
      const fresh = after.filter((tag) => !member.tags.includes(tag));
      if (fresh.length === 0) continue;
      await insertTags(
        trx,
        fresh.map((tag) => ({ member_id: member.id, tag })),
      );
      await recordTags(ctx, trx, 'member.addTags', member, after);
    }
  });
  return true;
}

/** Takes these tags from all of these members. May be repeated. @throws notFound for an unknown member */
export async function removeTags(ctx: Context, { ids, tags }: Tagging): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const members = await lockAll(trx, ids);
    await deleteTags(trx, ids, tags);
    for (const member of members) {
      const after = member.tags.filter((tag) => !tags.includes(tag));
      if (after.length < member.tags.length) await recordTags(ctx, trx, 'member.removeTags', member, after);
    }
  });
  return true;
}

const recordTags = (
  ctx: Context,
  trx: Trx,
  action: string,
  { id, tags }: { id: string; tags: string[] },
  after: string[],
) => recordAction(ctx, trx, { action, target: `member:${id}`, before: { tags }, after: { tags: after } });

async function lockAll(trx: Trx, ids: readonly string[]) {
  const members = await lockTagged(trx, ids);
  const missing = ids.find((id) => !members.some((member) => member.id === id));
  if (missing) throw notFound(`没有编号为 ${missing} 的会员，或账号已注销`);
  return members;
}

async function lockForActing(ctx: Context, trx: Trx, id: string, verb: string): Promise<Target> {
  const member = await lockTarget(trx, id);
  if (!member) throw unknownMember();
  checkActing(ctx.actor, member, verb);
  return member;
}

/** @throws conflict when this is the last one who holds everything */
async function keepAnAdmin(trx: Trx, member: Target, verb: string): Promise<void> {
  if (member.permissions.includes(everything) && !(await hasOtherAdmin(trx, member.id)))
    throw conflict(`这是最后一位管理员，不能${verb}`);
}

const unknownMember = () => notFound('没有这位会员，或账号已注销');
