import { z } from 'zod';
import { DEFAULT_FIELD_MESSAGE } from './field-message.ts';
import { nameValues } from './value-names.ts';

/** Why an input is refused: the path of the field and a Chinese message that names it by its label. */
export type InputFault = { path: readonly PropertyKey[]; message: string };

type Schema = z.core.$ZodTypes;
type RawIssue = z.core.$ZodRawIssue;

/**
 * Parses an input. A field's label is the `title` of its schema; messages come from the schema, else from the kind of
 * the issue, so that none is in English and each names its field by the label, never by the name on the wire. What a
 * choice offers is named as people know it, whatever message the schema has.
 */
export function readInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
): { data: z.output<S>; faults?: undefined } | { data?: undefined; faults: [InputFault, ...InputFault[]] } {
  const result = schema.safeParse(input, {
    error: (issue) => explain(locate(schema, issue.path ?? [], input), issue),
  });
  if (result.success) return { data: result.data };
  const faults = result.error.issues.map((issue): InputFault => {
    const { path } = issue;
    const { label, position } = locate(schema, path, input);
    const offered = issue.code === 'invalid_value' && label !== '' ? nameValues(label, issue.values) : null;
    const message = offered === null ? issue.message : `${label}${position}不正确，可用：${offered}`;
    return { path, message: message.includes(label) ? message : `${label}：${message}` };
  });
  return { faults: faults as [InputFault, ...InputFault[]] };
}

/** Returns the label of a schema or of the schema that it wraps; undefined if it has none. */
export function labelOf(schema: z.core.$ZodType): string | undefined {
  const inner = unwrap(schema as Schema);
  return z.globalRegistry.get(schema)?.title ?? (inner && labelOf(inner));
}

/** Returns the schema of the wire value, without optional, nullable, default and transforms. */
export function bareSchema(schema: z.core.$ZodType): Schema {
  const inner = unwrap(schema as Schema);
  return inner ? bareSchema(inner) : (schema as Schema);
}

/** Returns the schema below an object's field or a list's element; undefined if there is none. */
export function childOf(schema: z.core.$ZodType, key: PropertyKey, input: unknown): Schema | undefined {
  const { def } = bareSchema(schema)._zod;
  // A client may send names that every object inherits, such as `constructor`.
  if (def.type === 'object')
    return Object.hasOwn(def.shape, key) ? (def.shape[String(key)] as Schema) : undefined;
  if (def.type === 'array') return def.element as Schema;
  if (def.type === 'tuple') return def.items[Number(key)] as Schema | undefined;
  if (def.type === 'record') return def.valueType as Schema;
  if (def.type === 'union')
    return findDefined(optionsFor(def, input), (option) => childOf(option, key, input));
  return undefined;
}

/** Returns the options of a union that can match the input: the one that the discriminator selects, or all. */
function optionsFor(def: z.core.$ZodUnionDef, input: unknown): readonly z.core.$ZodType[] {
  const { discriminator } = def as Partial<z.core.$ZodDiscriminatedUnionDef>;
  if (discriminator === undefined) return def.options;
  const value = (input as Record<string, never> | null)?.[discriminator];
  const selected = def.options.filter((option) =>
    option._zod.propValues?.[discriminator]?.has(value as never),
  );
  return selected.length > 0 ? selected : def.options;
}

function unwrap({ _zod: { def } }: Schema): Schema | undefined {
  if (def.type === 'pipe')
    return ((def.in as Schema)._zod.def.type === 'transform' ? def.out : def.in) as Schema;
  if (def.type === 'lazy') return def.getter() as Schema;
  return 'innerType' in def ? (def.innerType as Schema) : undefined;
}

type Place = { label: string; position: string };

/** Returns the label at a path, inherited from the nearest labelled field above, and the position in a list. */
function locate(root: z.ZodType, path: readonly PropertyKey[], input: unknown): Place {
  let schema: z.core.$ZodType | undefined = root;
  let value = input;
  let place: Place = { label: labelOf(root) ?? '', position: '' };
  for (const key of path) {
    schema = schema && childOf(schema, key, value);
    value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
    const label = schema && labelOf(schema);
    const position = typeof key === 'number' ? `第 ${key + 1} 项` : place.position;
    place = label === undefined ? { ...place, position } : { label, position };
  }
  return place;
}

/** Returns the message of an issue whose schema has none. */
function explain({ label, position }: Place, issue: RawIssue): string {
  const isWhole = !issue.path?.length;
  if (label === '')
    return isWhole && issue.code === 'invalid_type' ? '请求内容应为 JSON 对象' : DEFAULT_FIELD_MESSAGE;
  const name = label + position;
  if (issue.input === undefined) return `请提供${name}`;
  return `${name}${expectationOf(issue)}`;
}

const kinds: Record<string, string> = {
  string: '应为文字',
  number: '应为数字',
  int: '应为整数',
  boolean: '应为 true 或 false',
  array: '应为列表',
  object: '应为一组字段',
  record: '应为一组字段',
};
const formats: Record<string, string> = { email: '应为邮箱地址', url: '应为网址' };
const unitOf = (origin: string): string => (origin === 'string' ? '个字' : origin === 'array' ? '项' : '');

function expectationOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (Array.isArray(issue.input) && issue.expected !== 'object') return '只能填一个';
      return kinds[issue.expected] ?? DEFAULT_FIELD_MESSAGE;
    case 'invalid_value':
      return '不正确';
    case 'invalid_format':
      return formats[issue.format] ?? '格式不正确';
    case 'too_big':
      if (issue.origin === 'string') return `过长，最多 ${issue.maximum} 个字`;
      return unitOf(issue.origin)
        ? `最多 ${issue.maximum} ${unitOf(issue.origin)}`
        : `不能大于 ${issue.maximum}`;
    case 'too_small':
      if (Number(issue.minimum) === 1 && unitOf(issue.origin)) return '不能为空';
      return unitOf(issue.origin)
        ? `至少 ${issue.minimum} ${unitOf(issue.origin)}`
        : `不能小于 ${issue.minimum}`;
    case 'not_multiple_of':
      return `应为 ${issue.divisor} 的整数倍`;
    case 'unrecognized_keys':
      return '含有未知的字段，请去掉后重试';
    default:
      return DEFAULT_FIELD_MESSAGE;
  }
}

function findDefined<T, R>(values: readonly T[], find: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
