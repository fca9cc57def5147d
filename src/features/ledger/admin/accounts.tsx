import { client } from '#admin/api.ts';
import { type AnswerOf, useRead } from '#admin/parts/data.ts';
import { DownloadButton } from '#admin/parts/download-button.tsx';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { Lines } from '#admin/parts/sales/lines.tsx';
import { timeColumn } from '#admin/parts/sales/sales-columns.tsx';
import { accountName, bookingKind } from '#shared/ledger-names.ts';
import { signedFen } from '#shared/money.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { bookingsQuery, type LedgerBooking } from '../schema.ts';
import { AmountList } from './amount-list.tsx';

/** Ledger: the balance of each account, and its bookings. */
export const Accounts = () => (
  <Loaded read={useRead('GET /admin/ledger/accounts')} noun="账户">
    {(accounts) => (
      <>
        <AmountList
          amounts={accounts.map(({ account, balance }) => [accountName(account), signedFen(balance)])}
        />
        <Quiet>正数是我们有的，负数是我们欠的或挣的，全部账户合计为零。</Quiet>
        <Bookings accounts={accounts} />
      </>
    )}
  </Loaded>
);

function Bookings({ accounts }: { accounts: AnswerOf<'GET /admin/ledger/accounts'> }) {
  const filters = useFilters(bookingsQuery);
  const list = usePages('GET /admin/ledger/list', filters.values);
  const options = accounts
    // The total of all authors is a sum, not an account.
    .filter(({ account }) => account !== 'authors')
    .map(({ account }) => ({ value: account, label: accountName(account) }));
  return (
    <Section title="分录">
      <FilterBar>
        <FilterSelect filters={filters} name="account" label="账户" options={options} />
      </FilterBar>
      <DataTable
        label="记账记录"
        unit="笔"
        list={list}
        columns={columns}
        filters={filters}
        width={720}
        exporter={
          <DownloadButton
            size="small"
            type="text"
            name="账目.csv"
            load={() => {
              const { account } = filters.values;
              return client.download('GET /admin/ledger/export', { query: account ? { account } : {} });
            }}
          >
            导出 CSV
          </DownloadButton>
        }
        empty={<EmptyState title="还没有记过账" />}
      />
    </Section>
  );
}

const columns: DataColumn<LedgerBooking>[] = [
  timeColumn('bookedAt', '时间'),
  {
    key: 'kind',
    title: '事由',
    width: 140,
    render: ({ kind }) => bookingKind(kind),
    text: ({ kind }) => bookingKind(kind),
  },
  { key: 'orderNumber', title: '订单', width: 220, render: ({ orderNumber }) => orderNumber ?? '—' },
  {
    key: 'entries',
    title: '分录',
    render: ({ entries, authorName }) => (
      <Lines
        lines={entries.map(({ account, amount }) => ({
          key: `${account} ${amount}`,
          what: accountName(account, authorName),
          amount: signedFen(amount),
        }))}
      />
    ),
    text: ({ entries, authorName }) =>
      entries
        .map(({ account, amount }) => `${accountName(account, authorName)} ${signedFen(amount)}`)
        .join('；'),
  },
];
