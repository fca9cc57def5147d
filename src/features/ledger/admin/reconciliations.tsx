import { Button } from 'antd';
import { useState } from 'react';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { reconciliationStates, toOptions } from '#admin/parts/sales/labels.ts';
import { Lines } from '#admin/parts/sales/lines.tsx';
import { timeColumn, twoLines } from '#admin/parts/sales/sales-columns.tsx';
import { StateChip } from '#admin/parts/sales/state-chip.tsx';
import { usePermit } from '#client/permissions.tsx';
import { type Reconciliation, reconciliationQuery } from '#features/payments/schema.ts';
import { gatewayName, gatewayOptions } from '#shared/ledger-names.ts';
import { signedFen } from '#shared/money.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ReconcileDialog } from './reconcile-dialog.tsx';

const changes: RowChange<Reconciliation>[] = [
  {
    verb: '重新对账',
    fits: () => true,
    dialog: ({ rows: [row], onClose }) => <ReconcileDialog comparedDay={row} onClose={onClose} />,
  },
];

/** Reconciled days, newest first, with their differences. */
export function Reconciliations() {
  const mayRun = usePermit('ledger.settle');
  const filters = useFilters(reconciliationQuery);
  const list = usePages('GET /admin/reconciliation/list', filters.values);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <FilterBar>
        <FilterSelect filters={filters} name="gateway" label="渠道" options={gatewayOptions} />
        <FilterSelect filters={filters} name="state" label="结果" options={toOptions(reconciliationStates)} />
        {mayRun && <Button onClick={() => setIsDialogOpen(true)}>对一天的账</Button>}
      </FilterBar>
      <DataTable
        label="对账"
        unit="天"
        list={list}
        columns={columns}
        nameOf={({ gateway, day }) => `：${gatewayName(gateway)} ${day}`}
        changes={mayRun ? changes : []}
        isSelectable={false}
        filters={filters}
        width={860}
        expand={{
          isOpen: ({ differences, error }) => differences.length > 0 || error !== '',
          render: (row) => <Differences {...row} />,
        }}
        empty={
          <EmptyState title="还没有对过账">
            <p>每天会自动核对前一天的账单。</p>
          </EmptyState>
        }
      />
      {isDialogOpen && <ReconcileDialog onClose={() => setIsDialogOpen(false)} />}
    </>
  );
}

const columns: DataColumn<Reconciliation>[] = [
  { key: 'day', title: '账单日', width: 120 },
  {
    key: 'gateway',
    title: '渠道',
    width: 100,
    render: ({ gateway }) => gatewayName(gateway),
    text: ({ gateway }) => gatewayName(gateway),
  },
  {
    key: 'state',
    title: '结果',
    width: 150,
    render: ({ state, differences }) =>
      twoLines(
        <StateChip {...reconciliationStates[state]} />,
        differences.length > 0 && `${differences.length} 处`,
      ),
    text: ({ state }) => reconciliationStates[state].label,
  },
  {
    key: 'oursAmount',
    title: '我们的',
    render: ({ oursAmount, oursCount }) => twoLines(signedFen(oursAmount), `${oursCount} 笔`),
    text: ({ oursAmount }) => oursAmount / 100,
  },
  {
    key: 'theirsAmount',
    title: '渠道的',
    render: ({ theirsAmount, theirsCount }) => twoLines(signedFen(theirsAmount), `${theirsCount} 笔`),
    text: ({ theirsAmount }) => theirsAmount / 100,
  },
  timeColumn('madeAt', '核对于'),
];

const kinds: Record<Reconciliation['differences'][number]['kind'], string> = {
  missing_here: '账单有，我们没有',
  missing_there: '我们有，账单没有',
  amount: '金额不同',
};

const formatAmount = (fen: number | null) => (fen === null ? '没有' : signedFen(fen));

/** Differences between our records and a bill, line by line, or the reason why the comparison failed. */
const Differences = ({ differences, error }: Reconciliation) => (
  <>
    {error && <p>{error}</p>}
    <Lines
      lines={differences.map(({ kind, what, number, ours, theirs }) => ({
        key: `${what} ${number}`,
        what: `${what === 'payment' ? '支付' : '退款'} ${number}`,
        // Below, not at the end of the row: on a phone the end is outside the screen.
        below: [kinds[kind], `我们 ${formatAmount(ours)}，渠道 ${formatAmount(theirs)}`],
      }))}
    />
  </>
);
