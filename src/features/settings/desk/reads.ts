import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { settingGroups } from '#kernel/settings/catalogue.ts';
import { fieldsOf, type GroupName, groupNames } from '#kernel/settings/environment.ts';
import type { SettingGroup as CatalogueGroup, Setting } from '#kernel/settings/setting.ts';
import { readEnvironmentGroup } from '../current.ts';
import { listOpenGroups } from '../sealed.ts';
import { secretsOf, type Values } from './groups.ts';
import type { SettingGroup, SettingList } from './schema.ts';

/** Every group as it counts now, whoever said so; of secrets only that there is one. */
export async function readSettings(ctx: Context, config: Config): Promise<SettingList> {
  return {
    siteMode: config.siteMode,
    hasWechatSandbox: config.wechatSandboxPort !== null,
    groups: await Promise.all(groupNames.map((name) => readGroup(ctx, config, name))),
  };
}

/** One of them. */
export async function readGroup(
  ctx: Pick<Context, 'db' | 'tenant'>,
  config: Config,
  name: GroupName,
): Promise<SettingGroup> {
  const { values, row } = await holdGroup(ctx, config, name);
  return {
    name,
    ...describeGroup(name),
    values: mask(name, values),
    source: row ? 'desk' : 'environment',
    updatedBy: row?.updated_by ?? null,
    updatedAt: row?.updated_at.toISOString() ?? null,
  };
}

/** What a group holds, secrets included: for keeping and trying, never for an answer. */
export async function holdGroup(ctx: Pick<Context, 'db' | 'tenant'>, config: Config, name: GroupName) {
  const row = (await listOpenGroups(ctx)).find((one) => one.name === name);
  // What a group was kept without was added to it later.
  return { row, values: { ...readEnvironmentGroup(config, name), ...row?.value } };
}

function describeGroup(group: GroupName): Pick<SettingGroup, 'title' | 'lead' | 'tryLabel' | 'fields'> {
  const { title, lead, tryLabel }: CatalogueGroup = settingGroups[group];
  return { title, lead, tryLabel, fields: fieldsOf(group).map(describeField) };
}

const describeField = ([name, { label, kind, note, unit, placeholder, options, provider }]: [
  string,
  Setting,
]) => ({ name, label, kind, note, unit, placeholder, options, provider });

function mask(group: GroupName, values: Values): SettingGroup['values'] {
  const secrets = secretsOf(group);
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      field in secrets ? maskSecret(String(value)) : value,
    ]),
  );
}

// Four characters of a short password would be half of it; those of a PEM are dashes.
const maskSecret = (secret: string) => ({
  isSet: secret !== '',
  last4: secret.length >= 16 && !secret.startsWith('-----') ? secret.slice(-4) : '',
});
