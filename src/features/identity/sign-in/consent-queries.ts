import type { Trx } from '#kernel/context.ts';

export type NewConsent = {
  member_id: string;
  kind: string;
  version: string;
  address: string;
  agreed_at: Date;
};

/** Writes down agreements; the first time somebody agreed to a version stays. */
export async function insertConsents(trx: Trx, consents: NewConsent[]): Promise<void> {
  if (consents.length === 0) return;
  await trx
    .insertInto('consents')
    .values(consents)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Every version a member has agreed to. */
export function listConsents(trx: Trx, memberId: string) {
  return trx.selectFrom('consents').select(['kind', 'version']).where('member_id', '=', memberId).execute();
}
