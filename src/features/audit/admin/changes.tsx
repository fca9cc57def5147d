import { Facts } from '#admin/parts/layout/page.tsx';
import { formatFen } from '#shared/money.ts';
import type { AuditEntry } from '../schema.ts';
import s from './audit.module.css';
import { fieldNames, valueNames } from './field-names.ts';
import { fenFields, moneyValueNames } from './money-fields.ts';

/** A changed field in display form; `before` or `after` is undefined if the log has no value. */
type Change = { name: string; before: string | undefined; after: string | undefined };

/** Returns the changes of an audit entry, field by field, in display form. */
export function changesOf({ target, before, after }: AuditEntry): Change[] {
  const [type = ''] = target.split(':');
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])].map((field) => ({
    name: fieldNames[field] ?? field,
    before: field in oldFields ? formatValue(type, field, oldFields[field]) : undefined,
    after: field in newFields ? formatValue(type, field, newFields[field]) : undefined,
  }));
}

/** Returns the changes as one line of text: `价格：¥30 → ¥18；名称：季度`. */
export const describeChanges = (entry: AuditEntry): string =>
  changesOf(entry)
    .map(({ name, before, after }) => {
      if (before === undefined) return `${name}：${after}`;
      return `${name}：${before} → ${after ?? '（删除）'}`;
    })
    .join('；');

/** The changes of an entry, one field per line: the old value struck out before the new one. */
export const Changes = ({ entry }: { entry: AuditEntry }) => (
  <div className={s.changes}>
    <Facts
      facts={changesOf(entry).map(({ name, before, after }) => [
        name,
        <>
          {before !== undefined && <del>{before}</del>}
          {after !== undefined && <ins>{after}</ins>}
        </>,
      ])}
    />
  </div>
);

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function formatValue(type: string, field: string, value: unknown): string {
  // The end of a PEM key identifies it.
  if (typeof value === 'string' && value.startsWith('-----BEGIN'))
    return `…${value.replace(/-----[^-]*-----|\s/g, '').slice(-12)}`;
  if (typeof value === 'string')
    return moneyValueNames[type]?.[field]?.[value] ?? valueNames[value] ?? (value || '（空）');
  if (typeof value === 'number' && fenFields.has(field)) return formatFen(value);
  if (value === null || value === undefined) return '（无）';
  if (typeof value === 'boolean') return value ? '是' : '否';
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList ? value.join('、') || '（无）' : JSON.stringify(value);
}
