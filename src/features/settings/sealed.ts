import { purge } from '#kernel/cache/purge.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { isSealed } from '#kernel/seals.ts';
import { settingGroups } from '#kernel/settings/catalogue.ts';
import type { GroupName } from '#kernel/settings/environment.ts';
import { type GroupValues, groupsWithSecrets, secretsOf } from './manage/groups.ts';
import {
  deleteGroup,
  deleteSecret,
  findOrInsertSecret,
  listGroups,
  listSecrets,
  lockSettings,
  updateSecret,
  upsertGroup,
} from './queries.ts';

// Secrets of settings and the portal's own keys are stored encrypted (sealed); only this file and `secrets.ts` decrypt
// them.

/** The name of the row that identifies the key the database's secrets are sealed with. */
export const fingerprintName = 'portal-key';

/** Returns the groups saved in the back office with their secrets decrypted. */
export async function listOpenGroups({ db, tenant: { seals } }: Pick<Context, 'db' | 'tenant'>) {
  const rows = await listGroups(db);
  return rows.map((row) => ({
    ...row,
    value: mapSecrets(row.name as GroupName, row.value as GroupValues, (text) =>
      seals.open(text, 'settings'),
    ),
  }));
}

/** Encrypts the secrets of a group for storage. */
export const sealGroup = ({ seals }: Tenant, group: GroupName, values: GroupValues): GroupValues =>
  mapSecrets(group, values, (text) => seals.seal(text, 'settings'));

/** Whether the database's secrets are sealed with this process's key. If none is recorded yet, records this one. */
export async function isPortalKeyRight({ db, tenant: { seals } }: Context): Promise<boolean> {
  return (await findOrInsertSecret(db, fingerprintName, seals.fingerprint)) === seals.fingerprint;
}

/**
 * Deletes all settings groups with secrets and the portal's own keys, for when the key that sealed them is lost.
 * @returns the titles of the groups
 */
export const deleteSealedSettings = (ctx: Context): Promise<string[]> =>
  inTransaction(ctx, async (trx) => {
    await lockSettings(trx);
    const titles: string[] = [];
    for (const name of groupsWithSecrets)
      if (await deleteGroup(trx, name)) titles.push(settingGroups[name].title);
    for (const { name } of await listSecrets(trx))
      if (name !== fingerprintName) await deleteSecret(trx, name);
    await updateSecret(trx, fingerprintName, ctx.tenant.seals.fingerprint);
    await purge(ctx, trx, ['settings']);
    return titles;
  });

/** Encrypts secrets that an older version or a restored archive left unencrypted. Idempotent. */
export const sealSettings = (ctx: Context): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const { tenant } = ctx;
    await lockSettings(trx);
    for (const { name, value, updated_by_id, updated_at } of await listGroups(trx)) {
      const sealed = mapSecrets(name as GroupName, value as GroupValues, (text) =>
        isSealed(text) ? text : tenant.seals.seal(text, 'settings'),
      );
      if (JSON.stringify(sealed) !== JSON.stringify(value))
        await upsertGroup(trx, { name, value: sealed, by: updated_by_id, at: updated_at });
    }
    for (const { name, value } of await listSecrets(trx))
      if (name !== fingerprintName && !isSealed(value))
        await updateSecret(trx, name, tenant.seals.seal(value, 'secrets'));
  });

function mapSecrets(group: GroupName, values: GroupValues, change: (text: string) => string): GroupValues {
  const secrets = secretsOf(group);
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      field in secrets && typeof value === 'string' && value !== '' ? change(value) : value,
    ]),
  );
}
