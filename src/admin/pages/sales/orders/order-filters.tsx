import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import s from '../sales.module.css';
import { choicesOf, orderKinds, orderStates } from '../words.ts';
import type { OrderChoice } from './order-choice.ts';

const states = choicesOf('全部状态', orderStates);
const kinds = choicesOf('全部类型', orderKinds);

/** Narrows the list of orders. */
export function OrderFilters({
  choice,
  onChange,
}: {
  choice: OrderChoice;
  onChange: (change: Partial<OrderChoice>) => void;
}) {
  const [typed, setTyped] = useState(choice.keyword ?? '');
  // Going back in the browser changes the keyword without a hand at the field.
  useEffect(() => setTyped(choice.keyword ?? ''), [choice.keyword]);
  return (
    <div className={s.filters}>
      <Input.Search
        className={s.keyword ?? ''}
        aria-label="查找订单"
        placeholder="完整的订单号或手机号"
        allowClear
        maxLength={40}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onSearch={(text) => onChange({ keyword: text.trim() || undefined })}
      />
      <Select
        className={s.choice ?? ''}
        aria-label="状态"
        options={states}
        value={choice.state as string}
        onChange={(state) => onChange({ state: state as OrderChoice['state'] })}
      />
      <Select
        className={s.choice ?? ''}
        aria-label="类型"
        options={kinds}
        value={choice.kind as string}
        onChange={(kind) => onChange({ kind: kind as OrderChoice['kind'] })}
      />
      <DatePicker.RangePicker
        className={s.period ?? ''}
        aria-label="下单日期"
        placeholder={['下单从', '到']}
        allowEmpty={[true, true]}
        value={[choice.from ? dayjs(choice.from) : null, choice.to ? dayjs(choice.to) : null]}
        onChange={(days) =>
          onChange({ from: days?.[0]?.format('YYYY-MM-DD'), to: days?.[1]?.format('YYYY-MM-DD') })
        }
      />
    </div>
  );
}
