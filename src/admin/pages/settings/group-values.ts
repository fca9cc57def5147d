import type { SettingGroup } from '#features/settings/desk/schema.ts';

export type Values = Record<string, string | boolean>;

/** What the form begins with: secrets are empty, and empty means that they stay as they are. */
export function valuesOf({ values }: SettingGroup): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? '' : value]),
  );
}

/** What is known of a secret, in words. */
export function secretNote({ values }: SettingGroup, name: string): string {
  const held = values[name];
  if (typeof held !== 'object' || !held.isSet) return '还没有设置';
  return `已设置${held.last4 && `（末四位 ${held.last4}）`}，留空则不变`;
}

/** The field that a refusal names: `短信签名（signName）…`. */
export const fieldOf = (message: string): string | undefined => /（(\w+)）/.exec(message)?.[1];
