import type { IncomeLine } from '#features/ledger/schema.ts';
import { formatFen, signedFen } from '#shared/money.ts';
import { useSurroundings } from '../../../../site.ts';
import { stampOf } from '../../stamp.ts';
import { EndlessFigures } from './endless-figures.tsx';
import { askLines, type Listed } from './open-earnings.ts';

const columns = [{ label: '事由' }, { label: '时间' }, { label: '金额', isFigure: true }];
const kinds: Readonly<Record<IncomeLine['kind'], string>> = {
  sale: '售出',
  refund: '退款',
  settlement: '提现',
};

/** Every line of the account. */
export function Lines({ first }: { first: Extract<Listed, { view: 'lines' }>['first'] }) {
  const { ask, today } = useSurroundings();
  return (
    <EndlessFigures
      label="收支明细"
      noun="更早的收支"
      empty="还没有收支。"
      columns={columns}
      first={first}
      fetchMore={(cursor) => askLines(ask, cursor)}
      cellsOf={({ kind, title, bookedAt, amount }) => [
        title === '' ? kinds[kind] : `${kinds[kind]}：${title}`,
        <time key="time" dateTime={bookedAt}>
          {stampOf(bookedAt, today).text}
        </time>,
        amount > 0 ? `+${formatFen(amount)}` : signedFen(amount),
      ]}
    />
  );
}
