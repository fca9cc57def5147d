import { z } from 'zod';
import { type Actor, hasPermission } from '#kernel/actor.ts';
import { forbidden } from '#kernel/errors.ts';
import { settingGroups } from '#kernel/settings/catalogue.ts';
import { fieldsOf, type GroupName, groupNames, requiredFields } from '#kernel/settings/environment.ts';
import type { SettingGroup } from '#kernel/settings/setting.ts';
import { fieldSchema, labelOf } from './fields.ts';

/** The fields of any group. */
export type GroupValues = Readonly<Record<string, string | boolean>>;

/** Returns the schema of a group: accepts what a request may contain and returns what is stored. */
export const groupSchema = (group: GroupName) =>
  z
    .object(
      Object.fromEntries(
        fieldsOf(group).map(([name, field]) => [name, fieldSchema(labelOf(group, name), field)]),
      ),
    )
    .meta({ title: '设置内容' });

/** Returns a group's secrets, each with the fields it is tied to. */
export const secretsOf = (group: GroupName): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    fieldsOf(group).flatMap(([name, { belongsTo }]) => (belongsTo ? [[name, belongsTo]] : [])),
  );

/** The permission to change a group. Security settings have their own, which no API key holds. */
export const permissionOfGroup = (group: GroupName): string =>
  (settingGroups[group] as SettingGroup).isSecurity ? 'settings.security' : 'settings.manage';

export const mayChangeGroup = (actor: Actor, group: GroupName): boolean =>
  hasPermission(actor, permissionOfGroup(group));

/** @throws forbidden naming the permission that the caller lacks */
export function requireGroup(actor: Actor, group: GroupName): void {
  if (mayChangeGroup(actor, group)) return;
  const { title, isSecurity }: SettingGroup = settingGroups[group];
  throw forbidden(`“${title}”的设置需要“${isSecurity ? '安全设置' : '设置'}”权限`);
}

/** @throws forbidden naming the first field that changes and needs the permission for security settings */
export function requireFields(actor: Actor, group: GroupName, before: GroupValues, after: GroupValues): void {
  if (hasPermission(actor, 'settings.security')) return;
  const changed = fieldsOf(group).find(
    ([name, { isSecurity }]) => isSecurity && (before[name] ?? '') !== (after[name] ?? ''),
  );
  if (changed)
    throw forbidden(`“${settingGroups[group].title}”里的“${changed[1].label}”需要“安全设置”权限才能修改`);
}

/** Groups that contain a secret; exports of a site leave them out. */
export const groupsWithSecrets = groupNames.filter((name) => Object.keys(secretsOf(name)).length > 0);

/** Returns the fields that the chosen provider requires; null if the group uses no external provider. */
export const requiredFieldsOf = (group: GroupName, { provider }: GroupValues): readonly string[] | null =>
  requiredFields(group, provider)?.map(([name]) => name) ?? null;
