import leven from 'leven';
import { z } from 'zod';
import { settingGroups } from './catalogue.ts';
import { environmentSettings } from './environment-settings.ts';
import type { EnvironmentSetting, Setting, SettingGroup } from './setting.ts';

type Catalogue = typeof settingGroups;
export type GroupName = keyof Catalogue;
export const groupNames = Object.keys(settingGroups) as GroupName[];

/** The stored value of a field: a boolean, one of the options, or a text; numbers are stored as digits. */
type Stored<S> = S extends { kind: 'switch' }
  ? boolean
  : S extends { options: infer O }
    ? keyof O & string
    : string;
type StoredGroup<G extends GroupName> = {
  [F in keyof Catalogue[G]['fields']]: Stored<Catalogue[G]['fields'][F]>;
};

/** Every group as it is stored and as the form sends it. */
export type Groups = { [G in GroupName]: StoredGroup<G> };

/** A group in use, with numbers converted. */
export type Rules<G extends GroupName> = {
  -readonly [F in keyof Catalogue[G]['fields']]: Catalogue[G]['fields'][F] extends { kind: 'whole' }
    ? number
    : Stored<Catalogue[G]['fields'][F]>;
};

type Read<S> = S extends { schema: z.ZodType<infer T> }
  ? S extends { default: string }
    ? T
    : T | undefined
  : never;
type ReadGroup<F> = {
  [K in keyof F as F[K] extends { env: infer N extends string } ? N : never]: Read<F[K]>;
};
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** Every variable as it was read. */
export type Environment = {
  [N in keyof typeof environmentSettings]: Read<(typeof environmentSettings)[N]>;
} & Intersection<{ [G in GroupName]: ReadGroup<Catalogue[G]['fields']> }[GroupName]>;

/** Returns a group's settings by field, without the types of the group. */
export const fieldsOf = (group: GroupName): [string, Setting][] =>
  Object.entries(settingGroups[group].fields);

const variables: [string, EnvironmentSetting][] = [
  ...Object.entries(environmentSettings),
  ...groupNames.flatMap((group) =>
    fieldsOf(group).flatMap(([, field]) => (field.env ? [[field.env, field] as [string, Setting]] : [])),
  ),
];
const variableNames = new Set(variables.map(([name]) => name));
export const isVariable = (name: string): boolean => variableNames.has(name);

const environment = z.object(
  Object.fromEntries(
    variables.map(([name, { schema, default: text }]) => [
      name,
      text === undefined ? schema.optional() : schema.prefault(text),
    ]),
  ),
);

/** Parses the variables. @returns them, or Chinese error messages, each with its variable's name */
export function readEnvironment(
  given: Record<string, string | undefined>,
): Environment | { faults: string[] } {
  const read = environment.safeParse(given);
  if (read.success) return read.data as Environment;
  return {
    faults: read.error.issues.map((issue) => `设置 ${issue.path.join('.')} 不可用：${issue.message}`),
  };
}

/** Returns the environment's values of a group in the format of the form. */
export function environmentGroup<G extends GroupName>(group: G, env: Environment): Groups[G] {
  const provider = providerOf(group, env);
  const values = fieldsOf(group).map(([name, field]) => {
    if (name === 'provider') return [name, provider];
    const isUsed = field.provider === undefined || field.provider === provider;
    return [
      name,
      (isUsed ? formValue(field, env) : undefined) ?? field.whenEmpty ?? field.whenMissing ?? emptyOf(field),
    ];
  });
  return Object.fromEntries(values);
}

// Shorter names resemble common variables: HOST and HOME.
const minNameLength = 8;
const maxMistakes = 2;

/** Detects misspelt variables. @returns an error message for each, with its name and the probable one */
export function misspelledVariables(given: Record<string, string | undefined>): string[] {
  const names = variables.map(([name]) => name);
  const known = new Set(names);
  return Object.keys(given).flatMap((name) => {
    if (known.has(name)) return [];
    const meant = names.find(
      (one) =>
        one.length >= minNameLength && leven(one, name, { maxDistance: maxMistakes + 1 }) <= maxMistakes,
    );
    return meant ? [`没有设置 ${name}，是否想写 ${meant}？请改正或删去它`] : [];
  });
}

/** Detects variables that others require. @returns an error message for each, with its name */
export function missingVariables(env: Environment): string[] {
  return groupNames.flatMap((group) =>
    (requiredFields(group, providerOf(group, env)) ?? [])
      .filter(([, { env: name = '', unless = '' }]) => !has(env, name) && !has(env, unless))
      .map(([, { env: name, unless }]) => {
        const other = unless ? `（也可以改设 ${unless}）` : '';
        return `设置 ${name} 缺失：${settingGroups[group].title}需要它${other}`;
      }),
  );
}

/** Returns the required fields of a group with this provider; null if no provider is needed. */
export function requiredFields(group: GroupName, provider: unknown): [string, Setting][] | null {
  const fields = fieldsOf(group).filter(([, field]) => field.provider && field.provider === provider);
  return fields.length > 0 ? fields.filter(([, { isRequired }]) => isRequired) : null;
}

/** Returns a group's settings as the program uses them. */
export function rulesOf<G extends GroupName>(group: G, values: Groups[G]): Rules<G> {
  const stored: Readonly<Record<string, unknown>> = values;
  const used = fieldsOf(group).map(([name, { kind }]) => [
    name,
    kind === 'whole' ? Number(stored[name]) : stored[name],
  ]);
  return Object.fromEntries(used);
}

function providerOf(group: GroupName, env: Environment): string | undefined {
  const { chosenBy }: SettingGroup = settingGroups[group];
  const provider = fieldsOf(group).find(([name]) => name === 'provider')?.[1];
  if (!provider) return undefined;
  if (!chosenBy) return String(formValue(provider, env));
  const [without, chosen] = Object.keys(provider.options ?? {});
  return has(env, chosenBy) ? chosen : without;
}

function formValue({ kind, schema, env: name, default: text, write }: Setting, env: Environment): unknown {
  if (name === undefined) return kind === 'switch' ? schema.parse(text) : text;
  const read = (env as Readonly<Record<string, unknown>>)[name];
  if (read === undefined) return undefined;
  if (write) return write(read as never);
  return typeof read === 'number' ? String(read) : read;
}

const emptyOf = ({ kind }: Setting): string | boolean => (kind === 'switch' ? false : '');
const has = (env: Environment, name: string): boolean => env[name as keyof Environment] !== undefined;
