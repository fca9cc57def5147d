import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { settingGroups } from '#kernel/settings/catalogue.ts';
import { fieldsOf, type GroupName, groupNames } from '#kernel/settings/environment.ts';
import type { SettingGroup as CatalogueGroup, Setting } from '#kernel/settings/setting.ts';
import { mergeGroup, readEnvironmentGroup } from '../current-settings.ts';
import { offModules } from '../modules.ts';
import { listOpenGroups } from '../sealed.ts';
import { type GroupValues, mayChangeGroup, secretsOf } from './groups.ts';
import type { SettingGroup, SettingList } from './schema.ts';

/**
 * Returns the effective values of the groups that the caller may change, and their source; of secrets only whether they
 * are set.
 */
export async function readSettings(ctx: Context, config: Config): Promise<SettingList> {
  const off = await offModules(ctx);
  // The contest's settings are also those of the quotes that other pages show.
  const isOff = (name: GroupName) => name !== 'contest' && off.some((module) => module === name);
  return {
    siteMode: config.siteMode,
    hasWechatSandbox: config.wechatSandboxPort !== null,
    groups: await Promise.all(
      groupNames
        .filter((name) => mayChangeGroup(ctx.actor, name) && !isOff(name))
        .map((name) => readGroup(ctx, config, name)),
    ),
  };
}

export async function readGroup(
  ctx: Pick<Context, 'db' | 'tenant'>,
  config: Config,
  name: GroupName,
): Promise<SettingGroup> {
  const { values, row } = await loadGroup(ctx, config, name);
  return {
    name,
    ...describeGroup(name),
    values: maskValues(name, values),
    source: row ? 'desk' : 'environment',
    updatedBy: row?.updated_by ?? null,
    updatedAt: row?.updated_at.toISOString() ?? null,
  };
}

/** Loads a group with its secrets: for saving and trying, never for an answer. */
export async function loadGroup(ctx: Pick<Context, 'db' | 'tenant'>, config: Config, name: GroupName) {
  const row = (await listOpenGroups(ctx)).find((one) => one.name === name);
  return { row, values: mergeGroup(name, readEnvironmentGroup(config, name), row?.value) };
}

function describeGroup(group: GroupName): Pick<SettingGroup, 'title' | 'lead' | 'tryLabel' | 'fields'> {
  const { title, lead, tryLabel }: CatalogueGroup = settingGroups[group];
  return { title, lead, tryLabel, fields: fieldsOf(group).map(describeField) };
}

const describeField = ([name, { label, kind, note, unit, placeholder, options, provider }]: [
  string,
  Setting,
]) => ({ name, label, kind, note, unit, placeholder, options, provider });

function maskValues(group: GroupName, values: GroupValues): SettingGroup['values'] {
  const secrets = secretsOf(group);
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      field in secrets ? maskSecret(String(value)) : value,
    ]),
  );
}

// A short secret gets no hint, since four characters would reveal half of it; neither does a PEM, whose last four are
// dashes.
const maskSecret = (secret: string) => ({
  isSet: secret !== '',
  last4: secret.length >= 16 && !secret.startsWith('-----') ? secret.slice(-4) : '',
});
