import { Button, type TableColumnsType } from 'antd';
import { useState } from 'react';
import type { Reconciliation } from '#features/payments/schema.ts';
import { signedFen } from '#shared/money.ts';
import { showTime } from '../../../parts/show-time.ts';
import s from '../sales.module.css';
import { WordChip } from '../word-chip.tsx';
import { gatewayName } from '../words.ts';

export const reconciliationStates: Record<
  Reconciliation['state'],
  { label: string; tone: 'good' | 'warn' | 'bad' }
> = {
  equal: { label: '一致', tone: 'good' },
  different: { label: '有差异', tone: 'bad' },
  failed: { label: '没有完成', tone: 'warn' },
};

type Run = (body: Pick<Reconciliation, 'gateway' | 'day'>) => Promise<void>;

/** The columns of the days that were held against bills. */
export const columnsOf = (run: Run | undefined): TableColumnsType<Reconciliation> => [
  { title: '账单日', dataIndex: 'day', width: 120 },
  { title: '渠道', dataIndex: 'gateway', width: 100, render: gatewayName },
  {
    title: '结果',
    key: 'state',
    width: 150,
    render: (_, { state, differences }) => (
      <>
        <WordChip {...reconciliationStates[state]} />
        {differences.length > 0 && <span className={s.small}>{differences.length} 处</span>}
      </>
    ),
  },
  { title: '我们的', key: 'ours', render: (_, row) => <Sum count={row.oursCount} fen={row.oursAmount} /> },
  {
    title: '渠道的',
    key: 'theirs',
    render: (_, row) => <Sum count={row.theirsCount} fen={row.theirsAmount} />,
  },
  {
    title: '核对于',
    dataIndex: 'madeAt',
    width: 130,
    render: (at: string) => <time dateTime={at}>{showTime(at)}</time>,
  },
  ...(run
    ? [
        {
          title: '操作',
          key: 'acts',
          width: 120,
          render: (_: unknown, { gateway, day }: Reconciliation) => (
            <RunAgain gateway={gateway} day={day} onRun={run} />
          ),
        },
      ]
    : []),
];

const Sum = ({ count, fen }: { count: number; fen: number }) => (
  <>
    <span className={s.money}>{signedFen(fen)}</span>
    <span className={s.small}>{count} 笔</span>
  </>
);

function RunAgain({ gateway, day, onRun }: Pick<Reconciliation, 'gateway' | 'day'> & { onRun: Run }) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      await onRun({ gateway, day });
    } catch {
      // The person has been told in an alert.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      size="small"
      loading={isBusy}
      aria-label={`重新对账：${gatewayName(gateway)} ${day}`}
      onClick={() => void run()}
    >
      重新对账
    </Button>
  );
}
