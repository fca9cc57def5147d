import { Radio } from 'antd';
import type { WordRecord } from '#features/moderation/words/schema.ts';
import s from '../moderation.module.css';

const options = [
  { value: 'block', label: '禁止：不能发布' },
  { value: 'review', label: '送审：要审核员看过' },
  { value: 'warn', label: '提醒：只提示作者' },
];

/** What happens to a text that holds the word. */
export function LevelField({
  value,
  onChange,
}: {
  value: WordRecord['level'];
  onChange: (level: WordRecord['level']) => void;
}) {
  return (
    <div className={s.field}>
      级别
      <Radio.Group
        aria-label="级别"
        vertical
        options={options}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
