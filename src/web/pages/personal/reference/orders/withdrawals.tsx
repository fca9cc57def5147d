import type { Withdrawal } from '#features/ledger/schema.ts';
import { formatFen } from '#shared/money.ts';
import { State } from '#ui/marks/tag.tsx';
import { useSurroundings } from '../../../../site.ts';
import { stampOf } from '../../stamp.ts';
import { EndlessFigures } from './endless-figures.tsx';
import { askWithdrawals, type Listed } from './open-earnings.ts';

const columns = [
  { label: '申请时间' },
  { label: '收款账户' },
  { label: '状态' },
  { label: '金额', isFigure: true },
];
const states: Readonly<Record<Withdrawal['state'], { label: string; tone: 'ok' | 'wait' | 'bad' }>> = {
  requested: { label: '等待审核', tone: 'wait' },
  approved: { label: '等待打款', tone: 'wait' },
  rejected: { label: '未通过', tone: 'bad' },
  paid: { label: '已打款', tone: 'ok' },
};

/** What was asked to be paid out, and what became of it. */
export function Withdrawals({ first }: { first: Extract<Listed, { view: 'withdrawals' }>['first'] }) {
  const { ask, today } = useSurroundings();
  return (
    <EndlessFigures
      label="提现记录"
      noun="更早的提现"
      empty="还没有提现过。"
      columns={columns}
      first={first}
      fetchMore={(cursor) => askWithdrawals(ask, cursor)}
      cellsOf={({ createdAt, payee, state, note, amount }) => [
        <time key="time" dateTime={createdAt}>
          {stampOf(createdAt, today).text}
        </time>,
        payee,
        <span key="state">
          <State tone={states[state].tone}>{states[state].label}</State>
          {note && ` ${note}`}
        </span>,
        formatFen(amount),
      ]}
    />
  );
}
