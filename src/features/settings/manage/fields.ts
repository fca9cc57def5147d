import { z } from 'zod';
import { fieldsOf, type GroupName } from '#kernel/settings/environment.ts';
import type { Setting } from '#kernel/settings/setting.ts';
import { DEFAULT_FIELD_MESSAGE } from '#shared/field-message.ts';
import { foldWidth } from '#shared/fold-width.ts';

/** Returns the name of a field in messages: `短信签名`. */
export function labelOf(group: GroupName, name: string): string {
  const field = fieldsOf(group).find(([one]) => one === name)?.[1];
  return field?.shortLabel ?? field?.label ?? name;
}

/**
 * Returns the schema of a field: accepts what a request may contain and returns what is stored. Messages begin with
 * `label`.
 */
export const fieldSchema = (label: string, field: Setting): z.ZodType<string | boolean> =>
  unlabelledSchema(label, field).meta({ title: label });

function unlabelledSchema(label: string, field: Setting): z.ZodType<string | boolean> {
  const { kind, whenMissing } = field;
  if (kind === 'switch') {
    const flag = z.boolean({ error: `${label}应为 true 或 false` });
    return typeof whenMissing === 'boolean' ? flag.prefault(whenMissing) : flag;
  }
  if (kind === 'choice') {
    const values = Object.keys(field.options ?? {});
    const names = Object.values(field.options ?? {}).join('、');
    const choice = z.enum(values, { error: `${label}不正确，可用：${names}` });
    return typeof whenMissing === 'string' ? choice.prefault(whenMissing) : choice;
  }
  if (kind === 'whole') {
    const number = wholeNumberField(label, field);
    return typeof whenMissing === 'string' ? number.prefault(whenMissing) : number;
  }
  return textField(label, field);
}

/** A text may be empty; otherwise it must match the field's schema. */
function textField(label: string, { kind, schema, formSchema = schema, ...field }: Setting) {
  const max = kind === 'key' || kind === 'secretKey' ? 8000 : 500;
  return z
    .string({ error: `${label}应为文字` })
    .trim()
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .transform((given, check): string => {
      if (given === '') {
        if (field.isRequired && !field.provider)
          check.addIssue({ code: 'custom', message: `请填写${label}` });
        return field.whenEmpty ?? '';
      }
      const read = formSchema.safeParse(given);
      if (read.success) return typeof read.data === 'string' ? read.data : given;
      check.addIssue({
        code: 'custom',
        message: `${label}${read.error.issues[0]?.message ?? DEFAULT_FIELD_MESSAGE}`,
      });
      return z.NEVER;
    })
    .prefault('');
}

/** A whole number, stored as its digits. */
function wholeNumberField(label: string, { schema }: Setting) {
  const error = `${label}${schema.safeParse('x').error?.issues[0]?.message ?? DEFAULT_FIELD_MESSAGE}`;
  return z
    .string({ error })
    .transform((value) => foldWidth(value).trim())
    .refine((value) => /^\d{1,9}$/.test(value) && schema.safeParse(value).success, { error })
    .transform((value) => String(Number(value)));
}
