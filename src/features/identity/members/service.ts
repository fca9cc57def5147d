import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { isMobile } from '#shared/mobiles.ts';
import { parseName } from '../member-names.ts';
import { deleteSessionsOf } from '../queries.ts';
import { createMember } from '../sign-in/register.ts';
import { allPermissions, checkMayActOn, holdsAll } from '../staff/policy.ts';
import { hasOtherAdmin, lockStaff, lockTarget, type Target } from '../staff/staff-queries.ts';
import { deleteTags, insertTags, lockMembersWithTags, updateBlocked } from './member-queries.ts';
import { type createInput, maxTags } from './schema.ts';

/**
 * Adds a member for a mobile number that staff know. The member logs in by SMS code, which asks for the consents.
 * @throws conflict if the number belongs to a member; invalid for a name that members may not have
 */
export async function createMemberAsStaff(
  ctx: Context,
  { mobile, name }: z.output<typeof createInput>,
): Promise<{ id: string }> {
  const chosenName = name === '' ? {} : { name: parseName(name, 'name') };
  return inTransaction(ctx, async (trx) => {
    const member = await createMember(ctx, trx, { mobile, ...chosenName, consents: [], address: '' });
    if (!member) throw conflict('这个手机号已经有会员，请直接查找', 'mobile');
    await recordAction(ctx, trx, {
      action: 'member.create',
      target: `member:${member.id}`,
      after: { name: member.name },
    });
    return { id: member.id };
  });
}

/**
 * Blocks an account: its sessions end at once, and a token of it acts as a visitor.
 * @throws conflict for the caller's own account, a blocked one, and the last administrator; forbidden for staff unless
 * `checkMayActOn` allows it; notFound
 */
export async function blockMember(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    await lockStaff(trx);
    const member = await lockForActing(ctx, trx, id, '停用');
    if (member.blocked_at) throw conflict('这个账号已经停用');
    await requireOtherAdmin(trx, member, '停用');
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

/** Unblocks an account. @throws conflict if it is not blocked; forbidden, notFound as `blockMember` */
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

/** Ends every session of a member. May be repeated. @throws the errors of `blockMember` */
export async function signOutMember(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    await lockForActing(ctx, trx, id, '退出');
    await deleteSessionsOf(trx, id);
    await recordAction(ctx, trx, { action: 'member.signOut', target: `member:${id}` });
  });
  return true;
}

/**
 * Returns a member's whole mobile number and e-mail address, and audits who saw whose.
 * @throws forbidden for a member with more permissions than the caller, notFound
 */
export function revealMember(ctx: Context, id: string): Promise<{ mobile: string; email: string | null }> {
  return inTransaction(ctx, async (trx) => {
    const member = await lockTarget(trx, id);
    if (!member) throw unknownMember();
    if (!holdsAll(ctx.actor, member.permissions)) throw forbidden('对方的权限比你多，不能查看完整号码');
    await recordAction(ctx, trx, { action: 'member.reveal', target: `member:${id}` });
    return { mobile: isMobile(member.mobile) ? member.mobile : '', email: member.email };
  });
}

type Tagging = { ids: readonly string[]; tags: readonly string[] };

/**
 * Adds all these tags to all these members; tags they have stay. May be repeated. @throws notFound for an unknown
 * member, invalid if a member would exceed the limit; in both cases no member is changed
 */
export async function addTags(ctx: Context, { ids, tags }: Tagging): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    for (const member of await lockMembers(trx, ids)) {
      const after = [...new Set([...member.tags, ...tags])].sort();
      if (after.length > maxTags) throw invalid(`${member.name}的标签会超过 ${maxTags} 个`, 'tags');
      const newTags = after.filter((tag) => !member.tags.includes(tag));
      if (newTags.length === 0) continue;
      await insertTags(
        trx,
        newTags.map((tag) => ({ member_id: member.id, tag })),
      );
      await recordTags(ctx, trx, 'member.addTags', member, after);
    }
  });
  return true;
}

/** Removes these tags from all these members. May be repeated. @throws notFound for an unknown member */
export async function removeTags(ctx: Context, { ids, tags }: Tagging): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const members = await lockMembers(trx, ids);
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

async function lockMembers(trx: Trx, ids: readonly string[]) {
  const members = await lockMembersWithTags(trx, ids);
  const missing = ids.find((id) => !members.some((member) => member.id === id));
  if (missing) throw notFound(`没有编号为 ${missing} 的会员，或账号已注销`);
  return members;
}

async function lockForActing(ctx: Context, trx: Trx, id: string, verb: string): Promise<Target> {
  const member = await lockTarget(trx, id);
  if (!member) throw unknownMember();
  checkMayActOn(ctx.actor, member, verb);
  return member;
}

/** @throws conflict when the member is the last administrator */
async function requireOtherAdmin(trx: Trx, member: Target, verb: string): Promise<void> {
  if (member.permissions.includes(allPermissions) && !(await hasOtherAdmin(trx, member.id)))
    throw conflict(`这是最后一位管理员，不能${verb}`);
}

const unknownMember = () => notFound('没有这位会员，或账号已注销');
