import type { Database, Trx } from '#kernel/context.ts';

/** @returns true for the one caller who spends this proof first */
export async function insertSpentProof(
  db: Database | Trx,
  signature: string,
  expires: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('spent_proofs')
    .values({ signature, expires_at: expires })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteExpiredProofs(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('spent_proofs').where('expires_at', '<', before).execute();
}
