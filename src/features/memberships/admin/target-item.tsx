import { Input, Select } from 'antd';
import { useRead } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { useColumns } from '#admin/parts/use-columns.ts';

type Props = {
  name: string;
  scope: 'vip' | 'column' | 'post';
  isFixed?: boolean;
  isOptional?: boolean;
};

/** Target of a plan, coupon or code: a VIP plan or a column by name, a post by id; null for all. */
export function TargetItem({ scope, ...props }: Props) {
  if (scope === 'vip') return <PlanItem {...props} />;
  if (scope === 'column') return <ColumnItem {...props} />;
  const { name, isFixed = false, isOptional = false } = props;
  return (
    <Item
      name={name}
      label="内容编号"
      note={isOptional ? '不填就是全部内容。' : '稿件地址里的数字。'}
      normalize={(typed: string) => typed.replace(/\D/g, '') || null}
    >
      <Input inputMode="numeric" maxLength={18} disabled={isFixed} />
    </Item>
  );
}

const orNull = (value: string | undefined) => value ?? null;

function ColumnItem({ name, isFixed = false, isOptional = false }: Omit<Props, 'scope'>) {
  const options = useColumns()
    .flatMap((column) => [column, ...column.children])
    .map(({ id, columnName }) => ({ value: id, label: columnName }));
  return (
    <Item name={name} label="栏目" normalize={orNull} required={!isOptional}>
      <Select
        disabled={isFixed}
        allowClear={isOptional}
        placeholder={isOptional ? '全部栏目' : '选择栏目'}
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
      />
    </Item>
  );
}

/** Only a coupon can be limited to one VIP plan. */
function PlanItem({ name }: Omit<Props, 'scope'>) {
  const plans = useRead('GET /admin/plan/list').data?.filter(({ scope }) => scope === 'vip');
  return (
    <Item name={name} label="VIP 套餐" normalize={orNull}>
      <Select
        allowClear
        loading={!plans}
        placeholder="全部 VIP 套餐"
        options={(plans ?? []).map(({ id, name: label, isActive }) => ({
          value: id,
          label: isActive ? label : `${label}（已停售）`,
        }))}
      />
    </Item>
  );
}
