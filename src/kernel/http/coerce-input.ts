import type { z } from 'zod';
import { isId } from '../../shared/ids.ts';
import { bareSchema, childOf, labelOf } from '../../shared/read-input.ts';
import { invalid } from '../errors.ts';

/**
 * Converts the forms in which clients send a value to the form of its schema, where the meaning is clear: a number for
 * an id or a choice, digits for a number, `"true"`, `1` and `"1"` for true, and one value for a list. Leaves anything else to the
 * schema.
 * @throws invalid for an id beyond the integers that JavaScript's numbers hold exactly
 */
export function coerceInput(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema || value === null || value === undefined) return value;
  const bare = bareSchema(schema);
  const { def } = bare._zod;
  if (def.type === 'array' && !Array.isArray(value) && typeof value !== 'object')
    return [coerceInput(def.element, value)];
  if (Array.isArray(value)) return value.map((one, index) => coerceInput(childOf(bare, index, value), one));
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, coerceInput(childOf(bare, name, value), one)]),
    );
  if (def.type === 'union') return coerceScalar(scalarOption(def.options, value), value, schema);
  return coerceScalar(bare, value, schema);
}

/** Returns the option of a union that accepts the converted value, if exactly the type of the value is wrong. */
const scalarOption = (options: readonly z.core.$ZodType[], value: unknown): z.core.$ZodTypes | undefined =>
  options.map(bareSchema).find((option) => coerceScalar(option, value, option) !== value);

function coerceScalar(
  bare: z.core.$ZodTypes | undefined,
  value: unknown,
  labelled: z.core.$ZodType,
): unknown {
  const def = bare?._zod.def;
  if (def?.type === 'number' && typeof value === 'string' && isNumeric(value, def)) return Number(value);
  if (def?.type === 'boolean' && (typeof value === 'string' || typeof value === 'number'))
    return booleans.get(String(value)) ?? value;
  if (def?.type === 'literal' && typeof value === 'string')
    return def.values.find((literal) => typeof literal === 'number' && String(literal) === value) ?? value;
  if (def?.type === 'enum' && typeof value === 'number')
    return Object.values(def.entries).includes(String(value)) ? String(value) : value;
  if (def?.type === 'string' && typeof value === 'number' && isIdSchema(def)) {
    if (Number.isSafeInteger(value)) return String(value);
    if (Number.isInteger(value)) throw invalid(`${labelOf(labelled) ?? '编号'}太大，请以文字（加引号）提交`);
  }
  return value;
}

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Digits that a JavaScript number holds exactly. `18.00` is no integer: as an amount it means yuan, where we want fen. */
const isNumeric = (text: string, { checks = [] }: z.core.$ZodNumberDef): boolean =>
  /^-?\d{1,15}(\.\d{1,10})?$/.test(text) &&
  !(text.includes('.') && checks.some((check) => check._zod.def.check === 'number_format'));

const isIdSchema = ({ checks = [] }: z.core.$ZodStringDef): boolean =>
  checks.some((check) => (check._zod.def as { fn?: unknown }).fn === isId);
