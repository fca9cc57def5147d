import type { Context } from '#kernel/context.ts';
import { unauthenticated } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import type { Profile } from './calls.ts';
import { findMember } from './queries.ts';

/** The asking member's own profile. @throws unauthenticated */
export async function readProfile({ actor, db }: Context): Promise<Profile> {
  const member = actor.kind === 'member' ? await findMember(db, actor.memberId) : undefined;
  if (actor.kind !== 'member' || !member) throw unauthenticated();
  return {
    id: member.id,
    name: member.name,
    mobile: `${member.mobile.slice(0, 3)}****${member.mobile.slice(-4)}`,
    avatar: member.avatar,
    vipUntil: actor.vipUntil === null ? null : toIso(new Date(actor.vipUntil)),
    menuIds: [...actor.permissions],
  };
}
