import type { Config } from '#kernel/config.ts';
import type { Context, Database } from '#kernel/context.ts';
import { environmentGroups } from '../current.ts';
import { listGroups } from './group-queries.ts';
import { type GroupName, groupNames, secrets, type Values } from './groups.ts';
import type { SettingGroup, SettingList } from './schema.ts';

/** Every group as it counts now, whoever said so; of secrets only that there is one. */
export async function readSettings({ db }: Context, config: Config): Promise<SettingList> {
  return {
    siteMode: config.siteMode,
    hasWechatSandbox: config.wechatSandboxPort !== null,
    groups: await Promise.all(groupNames.map((name) => readGroup(db, config, name))),
  };
}

/** One of them. */
export async function readGroup(
  db: Pick<Database, 'selectFrom'>,
  config: Config,
  name: GroupName,
): Promise<SettingGroup> {
  const { values, row } = await holdGroup(db as Database, config, name);
  return {
    name,
    values: mask(name, values),
    source: row ? 'desk' : 'environment',
    updatedBy: row?.updated_by ?? null,
    updatedAt: row?.updated_at.toISOString() ?? null,
  };
}

/** What a group holds, secrets included: for keeping and trying, never for an answer. */
export async function holdGroup(db: Database, config: Config, name: GroupName) {
  const row = (await listGroups(db)).find((one) => one.name === name);
  // What a group was kept without was added to it later.
  return { row, values: { ...environmentGroups(config)[name], ...(row?.value as Values | undefined) } };
}

function mask(group: GroupName, values: Values): SettingGroup['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      field in secrets[group] ? maskSecret(String(value)) : value,
    ]),
  );
}

// Four characters of a short password would be half of it; those of a PEM are dashes.
const maskSecret = (secret: string) => ({
  isSet: secret !== '',
  last4: secret.length >= 16 && !secret.startsWith('-----') ? secret.slice(-4) : '',
});
