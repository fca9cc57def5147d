import { Input, Select } from 'antd';
import { Field } from '../../../parts/field.tsx';
import { useColumns } from '../../../parts/use-columns.ts';

/** What a plan, a coupon or a code is of: a column by its name, a piece by its number. */
export function TargetField({
  scope,
  value,
  isFixed = false,
  isOptional = false,
  onChange,
}: {
  scope: 'column' | 'post';
  value: string | null;
  isFixed?: boolean;
  isOptional?: boolean;
  onChange: (id: string | null) => void;
}) {
  const columns = useColumns();
  if (scope === 'post')
    return (
      <Field label="内容编号" note={isOptional ? '不填就是全部内容。' : '稿件地址里的数字。'}>
        {(id, noteId) => (
          <Input
            id={id}
            aria-describedby={noteId}
            inputMode="numeric"
            maxLength={18}
            disabled={isFixed}
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value.replace(/\D/g, '') || null)}
          />
        )}
      </Field>
    );
  return (
    <Field label="栏目">
      {(id) => (
        <Select
          id={id}
          disabled={isFixed}
          allowClear={isOptional}
          placeholder={isOptional ? '全部栏目' : '选择栏目'}
          showSearch={{ optionFilterProp: 'label' }}
          options={columns
            .flatMap((column) => [column, ...column.children])
            .map((column) => ({ value: column.id, label: column.columnName }))}
          value={value}
          onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
        />
      )}
    </Field>
  );
}
