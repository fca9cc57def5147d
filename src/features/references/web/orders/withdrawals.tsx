import type { Withdrawal } from '#features/ledger/schema.ts';
import { formatFen } from '#shared/money.ts';
import { StateLabel } from '#ui/display/tag.tsx';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { useSiteContext } from '#web/site.ts';
import { InfiniteTable } from './infinite-table.tsx';
import { type EarningsList, fetchWithdrawals } from './load-earnings.ts';

const columns = [
  { label: '申请时间' },
  { label: '收款账户' },
  { label: '状态' },
  { label: '金额', isFigure: true },
];
const stateLabels: Readonly<Record<Withdrawal['state'], { label: string; tone: 'ok' | 'wait' | 'bad' }>> = {
  requested: { label: '等待审核', tone: 'wait' },
  approved: { label: '等待打款', tone: 'wait' },
  rejected: { label: '未通过', tone: 'bad' },
  paid: { label: '已打款', tone: 'ok' },
};

export function Withdrawals({ first }: { first: Extract<EarningsList, { view: 'withdrawals' }>['first'] }) {
  const { fetchCall, today } = useSiteContext();
  return (
    <InfiniteTable
      label="提现记录"
      noun="更早的提现"
      empty="还没有提现过。"
      columns={columns}
      first={first}
      fetchMore={(cursor) => fetchWithdrawals(fetchCall, cursor)}
      cellsOf={({ createdAt, payee, state, note, amount }) => [
        <time key="time" dateTime={createdAt}>
          {formatStamp(createdAt, today).text}
        </time>,
        payee,
        <span key="state">
          <StateLabel tone={stateLabels[state].tone}>{stateLabels[state].label}</StateLabel>
          {note && ` ${note}`}
        </span>,
        formatFen(amount),
      ]}
    />
  );
}
