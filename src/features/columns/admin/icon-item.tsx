import { Select } from 'antd';
import { Item } from '#admin/parts/form/items.tsx';
import { Icon } from '#ui/icon.tsx';
import { columnIcons } from './column-icons.ts';
import s from './columns.module.css';

/** Icon of a column. An imported icon outside the list remains selectable. */
export function IconItem({ icon }: { icon: string }) {
  const isKnown = icon === '' || columnIcons.some(({ name }) => name === icon);
  return (
    <Item name="icon" label="图标" note="随栏目给到接口和小程序；网页菜单只显示文字">
      <Select
        options={[
          { value: '', label: '不用图标' },
          ...columnIcons.map(({ name: value, label }) => ({ value, label })),
          ...(isKnown ? [] : [{ value: icon, label: icon }]),
        ]}
        optionRender={({ value }) => <IconLine name={String(value)} />}
        labelRender={({ value }) => <IconLine name={String(value)} />}
      />
    </Item>
  );
}

function IconLine({ name }: { name: string }) {
  const icon = columnIcons.find((other) => other.name === name);
  return (
    <span className={s.iconLine}>
      {icon && <Icon name={icon.name} size="s" />}
      {icon?.label ?? (name || '不用图标')}
    </span>
  );
}
