import { client } from '#admin/api.ts';
import type { QueryOf } from '#admin/parts/data.ts';
import { DownloadButton } from '#admin/parts/download-button.tsx';
import { Page } from '#admin/parts/layout/page.tsx';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterPeriod, FilterSearch, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { useOpenId } from '#admin/parts/list/use-open-id.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { orderKinds, orderStates, toOptions, toViews } from '#admin/parts/sales/labels.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { adminOrdersQuery, exportQuery } from '../../schema.ts';
import { orderColumns } from './order-columns.tsx';
import { OrderDrawer } from './order-drawer.tsx';

const views = [{ name: '全部', filters: {} }, ...toViews(orderStates)];

export function Screen() {
  const filters = useFilters(adminOrdersQuery);
  const list = usePages('GET /admin/order/list', filters.values);
  const [opened, setOpened] = useOpenId();
  const open = ({ id }: { id: string }) => setOpened(id);
  return (
    <Page title="订单">
      <SavedViews list="orders" builtIn={views} filters={filters} />
      <FilterBar>
        <FilterSearch
          filters={filters}
          name="keyword"
          label="查找订单"
          placeholder="订单号、手机号、会员名或交易号"
          maxLength={64}
        />
        <FilterSelect filters={filters} name="kind" label="类型" options={toOptions(orderKinds)} />
        <FilterPeriod filters={filters} label="下单" />
      </FilterBar>
      <DataTable
        label="订单"
        unit="笔"
        list={list}
        columns={orderColumns(open)}
        nameOf={({ title }) => `“${title}”`}
        onOpen={open}
        filters={filters}
        exporter={<OrderExport filters={filters.values} />}
        empty={
          <EmptyState title="还没有订单">
            <p>读者下单以后，会出现在这里。</p>
          </EmptyState>
        }
      />
      {opened && <OrderDrawer id={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

/** Downloads the orders of the selected state, kind and days as a file; the server logs the export. */
function OrderExport({ filters }: { filters: QueryOf<'GET /admin/order/export'> }) {
  const query = Object.fromEntries(Object.entries(filters).filter(([name]) => name in exportQuery.shape));
  return (
    <DownloadButton
      size="small"
      type="text"
      name="订单.csv"
      load={() => client.download('GET /admin/order/export', { query })}
    >
      导出 CSV
    </DownloadButton>
  );
}
