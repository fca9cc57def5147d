import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { KeywordSearch } from '../../../parts/keyword-search.tsx';
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
  return (
    <div className={s.filters}>
      <KeywordSearch
        className={s.keyword}
        label="查找会员"
        placeholder="昵称开头、手机号或编号"
        maxLength={50}
        value={choice.keyword}
        onSearch={(keyword) => onChange({ keyword })}
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
