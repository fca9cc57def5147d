import { Button, Select } from 'antd';
import { useState } from 'react';
import { call, client } from '#admin/api.ts';
import { DownloadButton } from '#admin/parts/download-button.tsx';
import { ImportDialog } from '#admin/parts/form/import-dialog.tsx';
import { Item, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet, type TabSlot } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSearch } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type StockRecord, saveInput, stockListQuery } from '../schema.ts';

/** The stocks that posts name: their codes lead to pages of their own, and their names are words of the search. */
function StocksTab() {
  const [openDialog, setOpenDialog] = useState<StockRecord | 'add' | 'import'>();
  const filters = useFilters(stockListQuery);
  const list = usePages('GET /admin/stock/list', filters.values);
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <Quiet>文章里写到的股票代码和名称由这张表认出；名称和别名也是搜索认得的词。</Quiet>
      <FilterBar>
        <FilterSearch
          filters={filters}
          name="keyword"
          label="查找股票"
          placeholder="代码、名称或别名"
          maxLength={50}
        />
        <Button onClick={() => setOpenDialog('import')}>导入</Button>
        <Button type="primary" onClick={() => setOpenDialog('add')}>
          添加
        </Button>
      </FilterBar>
      <DataTable
        label="股票"
        unit="只"
        list={list}
        columns={columnsOf(setOpenDialog)}
        idOf={({ code }) => code}
        nameOf={({ name }) => name}
        onOpen={setOpenDialog}
        changes={stockChanges}
        filters={filters}
        exporter={
          <DownloadButton
            size="small"
            type="text"
            load={() => client.download('GET /admin/stock/export')}
            name="股票.csv"
          >
            导出全部
          </DownloadButton>
        }
        empty={
          <EmptyState title="还没有股票">
            <p>导入一份股票表，文章里的代码就会连到股票页。</p>
          </EmptyState>
        }
      />
      {openDialog === 'import' && (
        <ImportDialog
          call="POST /admin/stock/import"
          title="导入股票"
          file={{
            label: '股票表',
            accept: '.csv,text/csv',
            maxMb: 2,
            note: 'CSV，任何编码，最多 2 万行、2 MB',
          }}
          about="第一行是“代码,名称,市场,别名”，之后一行一只；多个别名用 | 隔开。已有的代码换成文件里的内容。"
          onClose={close}
        />
      )}
      {openDialog === 'add' && <StockDialog onClose={close} />}
      {typeof openDialog === 'object' && <StockDialog stock={openDialog} onClose={close} />}
    </>
  );
}

export const slot: TabSlot = { order: 30, key: 'stocks', label: '股票', content: <StocksTab /> };

const columnsOf = (onOpen: (stock: StockRecord) => void): DataColumn<StockRecord>[] => [
  { key: 'code', title: '代码', width: 120 },
  {
    key: 'name',
    title: '名称',
    render: (stock) => <OpenButton onClick={() => onOpen(stock)}>{stock.name}</OpenButton>,
    text: ({ name }) => name,
  },
  { key: 'market', title: '市场', width: 80, from: 'md' },
  {
    key: 'aliases',
    title: '别名',
    from: 'md',
    render: ({ aliases }) => aliases.join('、'),
    text: ({ aliases }) => aliases.join('、'),
  },
];

const stockChanges: readonly RowChange<StockRecord>[] = [
  {
    verb: '删除',
    isDanger: true,
    fits: () => true,
    warning: '股票页随之消失；文章不变，只是不再认出它。',
    act: (ids) => call('POST /admin/stock/delete', { body: { ids }, silent: true }),
    // Maximum number of codes per call.
    chunk: 100,
  },
];

const none: StockRecord = { code: '', name: '', market: '', aliases: [] };

/** Adds a stock, or changes `stock`. */
function StockDialog({ stock, onClose }: { stock?: StockRecord; onClose: () => void }) {
  const save = useSave('POST /admin/stock/save', {
    schema: saveInput,
    initial: stock ?? none,
    toBody: (values) => ({ ...values, ...(stock && { code: stock.code }), isNew: !stock }),
    done: '已保存',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={stock ? `修改 ${stock.code}` : '添加股票'} onClose={onClose}>
      {!stock && <TextItem name="code" label="代码" placeholder="600519" />}
      <TextItem name="name" label="名称" />
      <TextItem name="market" label="市场" placeholder="SH、SZ、BJ" />
      <Item name="aliases" label="别名" note="写完一个按回车，如 茅台">
        <Select mode="tags" open={false} suffixIcon={null} />
      </Item>
    </FormDialog>
  );
}
