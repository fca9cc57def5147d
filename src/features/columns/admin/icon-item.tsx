import { Select } from 'antd';
import { Item } from '#admin/parts/form/items.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
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

/** Icons that a column may have, with Chinese labels. */
const columnIcons: readonly { name: IconName; label: string }[] = [
  { name: 'wave', label: '水波' },
  { name: 'doc', label: '文档' },
  { name: 'vip', label: '皇冠' },
  { name: 'list', label: '列表' },
  { name: 'mark', label: '书签' },
  { name: 'pen', label: '笔' },
  { name: 'text', label: '文字' },
  { name: 'calendar', label: '日历' },
  { name: 'clock', label: '时钟' },
  { name: 'bell', label: '铃' },
  { name: 'eye', label: '眼睛' },
  { name: 'comment', label: '对话' },
  { name: 'share', label: '分享' },
  { name: 'wallet', label: '钱包' },
  { name: 'shield', label: '盾牌' },
  { name: 'user', label: '人物' },
  { name: 'home', label: '房屋' },
  { name: 'search', label: '放大镜' },
  { name: 'filter', label: '漏斗' },
  { name: 'info', label: '提示' },
  { name: 'sun', label: '太阳' },
  { name: 'moon', label: '月亮' },
];
