/** The subset of JSON Schema that the descriptions of calls use. */
export type Schema = {
  title?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  description?: string;
};

/** Returns the value of a field that its schema cannot tell, such as the id of an existing post; else undefined. */
export type FindValue = (schema: Schema, name: string) => unknown;

let serial = 0;

/**
 * Makes a value that a schema accepts: its example, or else the simplest one. An object has the required fields and
 * those with an example. Texts are their label with a number, so that names differ.
 */
export async function makeExample(
  schema: Schema,
  findValue: FindValue = () => undefined,
  name = '',
): Promise<unknown> {
  const { examples, properties, required = [], items, title = '文字', maxLength } = schema;
  const branches = schema.anyOf ?? schema.oneOf ?? [];
  if (!examples && [schema, ...branches].some(({ type }) => [type].flat().includes('null'))) return null;
  const found = await findValue(schema, name);
  if (found !== undefined) return found;
  const [value] = examples ?? schema.enum ?? [schema.const];
  if (value !== undefined) return value;
  if (branches[0]) return makeExample(branches[0], findValue, name);
  if (schema.type === 'array') return [await makeExample(items ?? {}, findValue, name)];
  if (schema.type === 'object') {
    const example: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(properties ?? {}))
      if (required.includes(key) || field.examples) example[key] = await makeExample(field, findValue, key);
    return example;
  }
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  serial += 1;
  return `${title}${serial}`.slice(0, maxLength);
}
