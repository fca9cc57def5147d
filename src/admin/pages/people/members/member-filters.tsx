import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import s from '../people.module.css';
import type { MemberChoice } from './member-choice.ts';

const states = [
  { value: 'all', label: '全部状态' },
  { value: 'active', label: '正常' },
  { value: 'blocked', label: '已停用' },
  { value: 'leaving', label: '等待注销' },
];
const standings = [
  { value: 'all', label: '全部身份' },
  { value: 'vip', label: 'VIP' },
  { value: 'staff', label: '编辑部' },
];

/** Narrows the list of members. */
export function MemberFilters(props: {
  choice: MemberChoice;
  tags: readonly { tag: string; members: number }[];
  onChange: (change: Partial<MemberChoice>) => void;
}) {
  const { choice, tags, onChange } = props;
  const [typed, setTyped] = useState(choice.keyword ?? '');
  // Going back in the browser changes the keyword without a hand at the field.
  useEffect(() => setTyped(choice.keyword ?? ''), [choice.keyword]);
  return (
    <div className={s.filters}>
      <Input.Search
        className={s.keyword ?? ''}
        aria-label="查找会员"
        placeholder="昵称开头、手机号或编号"
        allowClear
        maxLength={50}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onSearch={(text) => onChange({ keyword: text.trim() || undefined })}
      />
      <Select
        className={s.choice ?? ''}
        aria-label="身份"
        options={standings}
        value={choice.standing}
        onChange={(standing) => onChange({ standing })}
      />
      <Select
        className={s.choice ?? ''}
        aria-label="状态"
        options={states}
        value={choice.state}
        onChange={(state) => onChange({ state })}
      />
      <Select
        className={s.choice ?? ''}
        aria-label="标签"
        placeholder="全部标签"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        options={tags.map(({ tag, members }) => ({
          value: tag,
          label: `${tag}（${members >= 1000 ? '1000+' : members}）`,
        }))}
        value={choice.tag ?? null}
        onChange={(tag: string | null) => onChange({ tag: tag ?? undefined })}
      />
      <DatePicker.RangePicker
        className={s.period ?? ''}
        aria-label="注册日期"
        placeholder={['注册从', '到']}
        allowEmpty={[true, true]}
        value={[choice.from ? dayjs(choice.from) : null, choice.to ? dayjs(choice.to) : null]}
        onChange={(days) =>
          onChange({ from: days?.[0]?.format('YYYY-MM-DD'), to: days?.[1]?.format('YYYY-MM-DD') })
        }
      />
    </div>
  );
}
