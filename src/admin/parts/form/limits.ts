import { z } from 'zod';

/** Field limits that a form can show and enforce before it is submitted. */
export type Limits = {
  isRequired: boolean;
  props: { maxLength?: number; min?: number; max?: number };
};

type JsonSchema = {
  type?: string;
  anyOf?: JsonSchema[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** Returns the limits of each field of a call's body, read from its schema. */
export function limitsOf(schema: z.ZodType): Record<string, Limits> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const field = property as JsonSchema;
      const isRequired = required.includes(name) && !acceptsEmpty(schema, name);
      return [name, { isRequired, props: toInputProps(field) }];
    }),
  );
}

/** Returns the limits of a draft's fields: none is required, since a draft may be saved incomplete. */
export const draftLimitsOf = (schema: z.ZodType): Record<string, Limits> =>
  Object.fromEntries(
    Object.entries(limitsOf(schema)).map(([name, limit]) => [name, { ...limit, isRequired: false }]),
  );

const acceptsEmpty = (schema: z.ZodType, name: string): boolean =>
  schema instanceof z.ZodObject &&
  ['', [], null].some((empty) => z.safeParse(schema.shape[name], empty).success);

function toInputProps(field: JsonSchema): Limits['props'] {
  const { type, maxLength, minimum, maximum } =
    field.anyOf?.find((member) => member.type !== 'null') ?? field;
  if (type === 'string') return maxLength === undefined ? {} : { maxLength };
  if (type !== 'integer' && type !== 'number') return {};
  return { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
}
