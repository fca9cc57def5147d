import { Input, Select } from 'antd';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import { useColumns } from '../../../parts/use-columns.ts';
import { useLoad } from '../../../parts/use-load.ts';

/** What a plan, a coupon or a code is of: a plan of VIP or a column by its name, a piece by its number. */
export function TargetField({
  scope,
  value,
  isFixed = false,
  isOptional = false,
  onChange,
}: {
  scope: 'vip' | 'column' | 'post';
  value: string | null;
  isFixed?: boolean;
  isOptional?: boolean;
  onChange: (id: string | null) => void;
}) {
  if (scope === 'vip') return <PlanField value={value} onChange={onChange} />;
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
  return <ColumnField {...{ value, isFixed, isOptional, onChange }} />;
}

type ColumnFieldProps = Omit<Parameters<typeof TargetField>[0], 'scope'>;

function ColumnField({ value, isFixed = false, isOptional = false, onChange }: ColumnFieldProps) {
  const columns = useColumns();
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

/** Only a coupon is of one plan of VIP; without one it is of all. */
function PlanField({ value, onChange }: Pick<ColumnFieldProps, 'value' | 'onChange'>) {
  const { data } = useLoad('plans', (signal) => call('GET /admin/plan/list', { silent: true, signal }));
  const plans = (data ?? []).filter(({ scope }) => scope === 'vip');
  return (
    <Field label="VIP 套餐">
      {(id) => (
        <Select
          id={id}
          allowClear
          loading={!data}
          placeholder="全部 VIP 套餐"
          options={plans.map(({ id, name, isActive }) => ({
            value: id,
            label: isActive ? name : `${name}（已停售）`,
          }))}
          // A number says nothing while the names are on their way.
          value={data ? value : null}
          onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
        />
      )}
    </Field>
  );
}
