import { z } from 'zod';
import { fieldsOf, type GroupName, groupNames, requiredFields } from '#kernel/settings/environment.ts';
import { fieldSchema, labelOf } from './fields.ts';

/** Any group's fields, where it does not matter whose they are. */
export type Values = Readonly<Record<string, string | boolean>>;

/** What a request may say of a group, and what is stored of it. */
export const groupSchema = (group: GroupName) =>
  z.object(
    Object.fromEntries(
      fieldsOf(group).map(([name, field]) => [name, fieldSchema(labelOf(group, name), field)]),
    ),
  );

/** A group's secrets, each with the fields it is of use with. */
export const secretsOf = (group: GroupName): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    fieldsOf(group).flatMap(([name, { belongsTo }]) => (belongsTo ? [[name, belongsTo]] : [])),
  );

/** Groups that hold a secret: they stay where they are when a site goes out. */
export const groupsWithSecrets = groupNames.filter((name) => Object.keys(secretsOf(name)).length > 0);

/** What these values must hold, since their provider needs it; null where nobody outside is to be reached. */
export const neededBy = (group: GroupName, { provider }: Values): readonly string[] | null =>
  requiredFields(group, provider)?.map(([name]) => name) ?? null;
