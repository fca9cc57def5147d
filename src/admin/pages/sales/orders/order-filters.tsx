import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { KeywordSearch } from '../../../parts/keyword-search.tsx';
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
  return (
    <div className={s.filters}>
      <KeywordSearch
        className={s.keyword}
        label="查找订单"
        placeholder="完整的订单号或手机号"
        maxLength={40}
        value={choice.keyword}
        onSearch={(keyword) => onChange({ keyword })}
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
