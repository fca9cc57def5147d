import type { Trx } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import { isMobile } from '#shared/mobiles.ts';
import { emailAddress } from '../account/schema.ts';
import { generateName, parseName } from '../member-names.ts';
import { normalisePhone } from '../sign-in/phones.ts';
import { insertImportedMembers, lockMembersByContact } from './member-queries.ts';

type ImportedMember = {
  mobile: string | null;
  email: string | null;
  name: string;
  createdAt: Date | null;
};

/**
 * Reads the contacts and the name of an imported member, by the rules of registering. @throws invalid, in Chinese
 */
export function parseImportedMember(given: { mobile: string; email: string; name: string }) {
  const mobile = normalisePhone(given.mobile);
  if (/^[\d.]+e\+?\d+$/i.test(mobile))
    throw invalid(`手机号“${given.mobile}”被表格软件写成了科学计数，请把这一列改成文本后再导出`);
  if (mobile !== '' && !isMobile(mobile))
    throw invalid(`手机号“${given.mobile.slice(0, 30)}”不正确，应为 11 位数字`);
  const email = given.email === '' ? null : emailAddress.safeParse(given.email);
  if (email?.success === false) throw invalid(`邮箱“${given.email.slice(0, 60)}”不正确`);
  if (mobile === '' && !email) throw invalid('没有手机号，也没有邮箱');
  const name = given.name === '' ? '' : parseName(given.name, 'name');
  return { mobile: mobile || null, email: email?.data ?? null, name };
}

/** A member that a line stands for. Doubled lines stand for one. */
export type KnownMember = {
  id: string;
  mobile: string | null;
  email: string | null;
  tags: string[];
  /** Whether the member has a role of the back office. */
  isStaff: boolean;
};

/** Returns the members that have one of these contacts, locked in id order. */
export async function findMembersByContact(
  trx: Trx,
  contacts: readonly Pick<ImportedMember, 'mobile' | 'email'>[],
): Promise<KnownMember[]> {
  const values = (name: 'mobile' | 'email') => contacts.flatMap((one) => one[name] ?? []);
  const rows = await lockMembersByContact(trx, values('mobile'), values('email'));
  return rows.map((row) => ({ ...row, mobile: isMobile(row.mobile) ? row.mobile : null }));
}

/**
 * Adds members who have not consented yet, without the events of a registration; contacts must be new within
 * `members`. A contact that a concurrent registration takes is left out.
 */
export async function addImportedMembers(
  trx: Trx,
  members: readonly ImportedMember[],
  now: Date,
): Promise<KnownMember[]> {
  if (members.length === 0) return [];
  const rows = await insertImportedMembers(
    trx,
    members.map((member) => ({
      ...member,
      name: member.name || generateName(),
      createdAt: member.createdAt && member.createdAt < now ? member.createdAt : now,
    })),
  );
  return rows.map((row) => ({
    ...row,
    mobile: isMobile(row.mobile) ? row.mobile : null,
    tags: [],
    isStaff: false,
  }));
}
