import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { privateKey, privateKeyText, publicKey, publicKeyText } from '../keys.ts';

/** Reads a text; its messages say what the text should be, and callers put the setting's name in front of them. */
type Schema = z.ZodType<unknown, string>;

/** A setting that the environment alone decides. */
export type EnvironmentSetting = {
  schema: Schema;
  /** As the variable would say it. Without one the setting is undefined if the variable is. */
  default?: string;
  /** What the docs say of a default that is not the same everywhere. */
  defaultNote?: string;
  /** What the docs say of the setting. */
  meaning?: string;
};

/** A setting of the admin form, and of the environment if it has a variable. */
export type Setting = EnvironmentSetting & {
  /** How the form asks for it; `prose`, `key` and `secretKey` take several lines, keys as PEM has. */
  kind: 'text' | 'prose' | 'whole' | 'secret' | 'key' | 'secretKey' | 'choice' | 'switch';
  env?: string;
  label: string;
  /** The label in messages, where the form's says more. */
  shortLabel?: string;
  note?: string;
  placeholder?: string;
  /** What a number counts. */
  unit?: string;
  /** The words of a choice by value. */
  options?: Readonly<Record<string, string>>;
  /** Shown, and if it is required required, only while the group's provider is this one. */
  provider?: string;
  isRequired?: true;
  /** A variable that stands in for a required one. */
  unless?: string;
  /**
   * The fields that a secret is of use with. If one of them changes, the secret has to be filled in again: whoever could
   * change where a stored password is sent could read it.
   */
  belongsTo?: readonly string[];
  /** Checks what the form sends, where that differs from what the variable may hold. */
  formSchema?: Schema;
  /** Turns what `schema` has read into what the form would have sent, where that is not the same. */
  write?: (read: never) => string;
  /** Stored for an empty text. */
  whenEmpty?: string;
  /** Stored if a request leaves the field out; other kinds than texts are required without it. */
  whenMissing?: string | boolean;
};

/** Settings that are shown and saved together. */
export type SettingGroup = {
  title: string;
  lead: string;
  /** What trying the group out does; without one there is nothing to try. */
  tryLabel?: string;
  /** The variable that chooses the provider by being there, if none names the provider. */
  chosenBy?: string;
  fields: Readonly<Record<string, Setting>>;
};

export const text = <S extends Schema = z.ZodString>(schema?: S) =>
  ({ kind: 'text', schema: schema ?? (z.string() as Schema as S) }) as const;

/** A text that no answer contains. */
export const secret = <S extends Schema = z.ZodString>(belongsTo: readonly string[], schema?: S) =>
  ({ ...text(schema), kind: 'secret', belongsTo }) as const;

export const whole = (min: number, max: number, unit?: string) =>
  ({ kind: 'whole', schema: integer(min, max, unit), ...(unit !== undefined && { unit }) }) as const;

export const choice = <const O extends Readonly<Record<string, string>>>(options: O) =>
  ({ kind: 'choice', schema: oneOf(Object.keys(options) as (keyof O & string)[]), options }) as const;

/** On or off, by the word that the variable holds. */
export const toggle = (on: string, off: string) =>
  ({ kind: 'switch', schema: oneOf([on, off]).transform((word) => word === on) }) as const;

/** An RSA public key. */
export const publicPem = keyOf('key', publicKey, publicKeyText, 'spki');

/** An RSA private key. */
export const privatePem = (belongsTo: readonly string[]) => ({
  ...keyOf('secretKey', privateKey, privateKeyText, 'pkcs8'),
  belongsTo,
});

// The variable may name a file. The form may not, or it would show who may use it the files of this machine. What was
// pasted is stored as PEM whichever form it had.
function keyOf<const K extends 'key' | 'secretKey'>(
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
