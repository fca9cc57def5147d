import type { Database, Trx } from '#kernel/context.ts';

/** Takes a time step if none as late was taken before. @returns true for the one caller who takes it */
export async function takeTotpStep(trx: Trx, memberId: string, step: number): Promise<boolean> {
  const row = await trx
    .updateTable('members')
    .set({ totp_last_step: String(step) })
    .where('id', '=', memberId)
    .where((where) =>
      where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', String(step))]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a recovery code up. @returns true for the one caller who uses it */
export async function takeRecoveryCode(
  trx: Trx,
  memberId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('member_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The secret that is being or was enrolled; locked, so that enrolling and ending it wait for each other. */
export function lockTotp(trx: Trx, memberId: string) {
  return trx
    .selectFrom('members')
    .select(['totp_secret', 'totp_enabled_at'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
}

/** Members whose secret is not sealed, locked; those that another process has locked are left to it. */
export function listOpenTotp(trx: Trx, limit: number) {
  return trx
    .selectFrom('members')
    .select(['id', 'totp_secret'])
    .where('totp_secret', 'is not', null)
    .where('totp_secret', 'not like', 'sealed:%')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function listSealedTotp(trx: Trx): Promise<string[]> {
  const rows = await trx
    .selectFrom('members')
    .select('id')
    .where('totp_secret', 'like', 'sealed:%')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateTotpSecret(trx: Trx, id: string, totp_secret: string): Promise<void> {
  await trx.updateTable('members').set({ totp_secret }).where('id', '=', id).execute();
}

/** A secret that counts for nothing until a code of it was shown. */
export async function updatePendingTotp(trx: Trx, memberId: string, secret: string): Promise<void> {
  await trx
    .updateTable('members')
    .set({ totp_secret: secret, totp_last_step: null })
    .where('id', '=', memberId)
    .where('totp_enabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function updateTotpEnabled(trx: Trx, memberId: string, now: Date): Promise<void> {
  await trx.updateTable('members').set({ totp_enabled_at: now }).where('id', '=', memberId).execute();
}

export async function updateTotpEnded(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('members')
    .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null })
    .where('id', '=', memberId)
    .execute();
  await trx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute();
}

export async function replaceRecoveryCodes(
  trx: Trx,
  memberId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ member_id: memberId, code_hash })))
    .execute();
}

export async function hasRole(db: Database | Trx, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('member_roles')
    .select('role')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
