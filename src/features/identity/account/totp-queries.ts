import type { Database, Trx } from '#kernel/context.ts';

/** Claims a time step unless it or a later one was used before. @returns true for the one caller that claims it */
export async function consumeTotpStep(trx: Trx, memberId: string, step: number): Promise<boolean> {
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

/** Consumes a recovery code. @returns true for the one caller that consumes it */
export async function consumeRecoveryCode(
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

/** Locks the member's secret, pending or enabled, so that enabling and disabling it are serialised. */
export function lockTotp(trx: Trx, memberId: string) {
  return trx
    .selectFrom('members')
    .select(['totp_secret', 'totp_enabled_at'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks members whose secret is not encrypted; skips rows that another process has locked. */
export function lockUnsealedTotp(trx: Trx, limit: number) {
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

export async function lockSealedTotp(trx: Trx): Promise<string[]> {
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

/** Stores a secret that has no effect until a code of it is confirmed. */
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

export async function deleteTotp(trx: Trx, memberId: string): Promise<void> {
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

export async function hasAnyRole(db: Database | Trx, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('member_roles')
    .select('role')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
