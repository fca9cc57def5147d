import { Radio } from 'antd';
import { Item } from '#admin/parts/form/items.tsx';

const options = [
  { value: 'block', label: '禁止：不能发布' },
  { value: 'review', label: '送审：要审核员看过' },
  { value: 'warn', label: '提醒：只提示作者' },
];

/** Level of a word: what happens to a text that contains it. */
export const LevelItem = () => (
  <Item name="level" label="级别">
    <Radio.Group aria-label="级别" vertical options={options} />
  </Item>
);
