import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { privateKey, privateKeyText, publicKey, publicKeyText } from '../rsa-keys.ts';

/** Parses a text. Its messages say what the text should be; callers put the setting's name in front of them. */
type Schema = z.ZodType<unknown, string>;

/** A setting that only the environment can set. */
export type EnvironmentSetting = {
  schema: Schema;
  /** In the format of the variable. Without a default, the setting is undefined if the variable is. */
  default?: string;
  /** How the docs describe a default that is not a constant. */
  defaultNote?: string;
  /** How the docs describe the setting. */
  meaning?: string;
};

/** A setting of the settings form, and of the environment if it has a variable. */
export type Setting = EnvironmentSetting & {
  /** The control in the form; `prose`, `key` and `secretKey` have several lines, as PEM keys do. */
  kind:
    | 'text'
    | 'prose'
    | 'whole'
    | 'secret'
    | 'key'
    | 'secretKey'
    | 'choice'
    | 'switch'
    | 'colour'
    | 'picture';
  env?: string;
  label: string;
  /** A shorter label for messages. */
  shortLabel?: string;
  note?: string;
  placeholder?: string;
  /** The unit of a number. */
  unit?: string;
  /** The labels of the options by value. */
  options?: Readonly<Record<string, string>>;
  /** The field is shown, and required if `isRequired`, only while the group's provider is this one. */
  provider?: string;
  isRequired?: true;
  /** A variable that replaces a required one. */
  unless?: string;
  /**
   * The fields that a secret is used with. If one of them changes, the secret must be entered again: otherwise anyone
   * who can change where a stored password is sent could obtain it.
   */
  belongsTo?: readonly string[];
  /** Validates the form's value, if it differs from the variable's. */
  formSchema?: Schema;
  /** Converts the result of `schema` to the form's format, if they differ. */
  write?: (read: never) => string;
  /** Stored for an empty text. */
  whenEmpty?: string;
  /** Stored if a request omits the field. Without it, fields other than texts are required. */
  whenMissing?: string | boolean;
  /** As `isSecurity` of a group, for one field. */
  isSecurity?: true;
};

/** Settings that are shown and saved together. */
export type SettingGroup = {
  title: string;
  lead: string;
  /**
   * Decides who can log in, where codes, money and files go, or what script runs in the origin of the back office: only
   * `settings.security` changes it, which no API key has.
   */
  isSecurity?: true;
  /** Label of the button that tests the group; without it there is no test. */
  tryLabel?: string;
  /** The variable whose presence selects the provider, if no variable names the provider. */
  chosenBy?: string;
  fields: Readonly<Record<string, Setting>>;
};

export const text = <S extends Schema = z.ZodString>(schema?: S) =>
  ({ kind: 'text', schema: schema ?? (z.string() as Schema as S) }) as const;

/** A text that no response contains. */
export const secret = <S extends Schema = z.ZodString>(belongsTo: readonly string[], schema?: S) =>
  ({ ...text(schema), kind: 'secret', belongsTo }) as const;

export const whole = (min: number, max: number, unit?: string) =>
  ({ kind: 'whole', schema: integer(min, max, unit), ...(unit !== undefined && { unit }) }) as const;

export const choice = <const O extends Readonly<Record<string, string>>>(options: O) =>
  ({ kind: 'choice', schema: oneOf(Object.keys(options) as (keyof O & string)[]), options }) as const;

/** A switch; the words are the variable's values for on and off. */
export const toggle = (on: string, off: string) =>
  ({ kind: 'switch', schema: oneOf([on, off]).transform((word) => word === on) }) as const;

/** An RSA public key. */
export const publicPem = pemField('key', publicKey, publicKeyText, 'spki');

/** An RSA private key. */
export const privatePem = (belongsTo: readonly string[]) => ({
  ...pemField('secretKey', privateKey, privateKeyText, 'pkcs8'),
  belongsTo,
});

// The variable may name a file. The form may not, since it would expose files of this machine to its users. A pasted
// key is stored as PEM, whatever its format was.
function pemField<const K extends 'key' | 'secretKey'>(
  kind: K,
  schema: typeof privateKey,
  pasted: typeof privateKeyText,
  type: 'pkcs8' | 'spki',
) {
  const write = (key: KeyObject) => key.export({ type, format: 'pem' }).toString().trim();
  return { kind, schema, formSchema: pasted.transform(write), write };
}

export function oneOf<const T extends string>(words: readonly T[]) {
  return z.enum(words, { error: `应为 ${words.slice(0, -1).join('、')} 或 ${words.at(-1)}` });
}

export function integer(min: number, max: number, unit?: string) {
  const error = `应为 ${min} 到 ${max} 的整数${unit ? `，单位是${unit}` : ''}`;
  return z.coerce.number<string>({ error }).int({ error }).min(min, { error }).max(max, { error });
}
