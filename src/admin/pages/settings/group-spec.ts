import type { SettingGroup } from '#features/settings/desk/schema.ts';

export type Group = SettingGroup['name'];
/** One setting, in the words of who sets it. */
export type FieldSpec = {
  name: string;
  label: string;
  /** `prose`, `key` and `secretKey` take several lines, keys as PEM has. */
  kind: 'text' | 'prose' | 'whole' | 'secret' | 'key' | 'secretKey' | 'choice' | 'switch';
  note?: string;
  /** What a whole number counts. */
  unit?: string;
  placeholder?: string;
  options?: readonly { value: string; label: string }[];
  /** Shown only while the provider is this one. */
  provider?: string;
};
/** What belongs together and is saved together. */
export type GroupSpec = { name: Group; title: string; lead: string; tryLabel?: string; fields: FieldSpec[] };
