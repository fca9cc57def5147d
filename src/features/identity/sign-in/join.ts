import type { Context, Trx } from '#kernel/context.ts';
import { isId } from '#shared/ids.ts';
import type { MemberRegistered } from '../events.ts';
import { newName } from '../names.ts';
import { findMemberByMobile, insertMember, type MemberRow } from '../queries.ts';
import { accountChanged } from './begin-session.ts';
import { type Consent, recordConsents } from './consents.ts';

export type NewMember = {
  mobile: string;
  name?: string;
  passwordHash?: string;
  consents: Consent[];
  address: string;
  /** The piece they came from, by their word. */
  from?: string | undefined;
};

/**
 * Makes a member of a number that has been proven, and writes down what they agreed to. Of two who register one
 * number at once the constraint lets one in. @returns nothing for the other
 */
export async function addNewMember(
  ctx: Context,
  trx: Trx,
  { mobile, name = newName(), passwordHash, consents, address, from = '' }: NewMember,
): Promise<MemberRow | undefined> {
  const member = await insertMember(trx, { mobile, name, password_hash: passwordHash ?? null });
  if (!member) return undefined;
  await recordConsents(ctx, trx, member.id, consents, address);
  // It is a hint from the browser: what is no number says nothing, and is no reason to turn somebody away.
  const event: MemberRegistered = { memberId: member.id, from: isId(from) ? from : null, at: ctx.now() };
  await ctx.events.emit(ctx, trx, 'member.registered', event);
  return member;
}

/**
 * The member of a proven number, made if there is none; whoever came first is it. @throws invalid when the number is
 * no longer `known`'s, who were not asked for their consent
 */
export async function findOrAddMember(
  ctx: Context,
  trx: Trx,
  newcomer: NewMember,
  known: MemberRow | undefined,
): Promise<MemberRow> {
  const { mobile, consents, address } = newcomer;
  const added = await addNewMember(ctx, trx, newcomer);
  const member = added ?? (await findMemberByMobile(trx, mobile));
  if (!member) throw new Error('a member vanished between two statements');
  if (known && known.id !== member.id) throw accountChanged();
  if (!added) await recordConsents(ctx, trx, member.id, consents, address);
  return member;
}
