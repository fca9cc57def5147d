import { Button } from 'antd';
import { useState } from 'react';
import { call, client } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { DownloadButton } from '#admin/parts/download-button.tsx';
import { ImportDialog } from '#admin/parts/form/import-dialog.tsx';
import { CheckItem } from '#admin/parts/form/items.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSearch } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type RedirectRecord, redirectsQuery } from '../schema.ts';
import { RedirectDialog } from './redirect-dialog.tsx';

/** The redirects, newest first or by hits. */
export function RedirectList() {
  const [openDialog, setOpenDialog] = useState<RedirectRecord | 'add' | 'import'>();
  const filters = useFilters(redirectsQuery);
  const list = usePages('GET /admin/redirect/list', filters.values);
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <FilterBar>
        <FilterSearch filters={filters} name="keyword" label="查找旧地址" placeholder="来源或目标里的字" />
        <Button onClick={() => setOpenDialog('import')}>导入</Button>
        <Button type="primary" onClick={() => setOpenDialog('add')}>
          添加
        </Button>
      </FilterBar>
      <DataTable
        label="旧地址"
        unit="个"
        list={list}
        columns={columnsOf(setOpenDialog)}
        nameOf={({ source }) => source}
        onOpen={setOpenDialog}
        changes={redirectChanges}
        filters={filters}
        exporter={
          <DownloadButton
            size="small"
            type="text"
            load={() => client.download('GET /admin/redirect/export')}
            name="旧地址.csv"
          >
            导出全部
          </DownloadButton>
        }
        empty={
          <EmptyState title="还没有旧地址">
            <p>搬家前的地址可以转到这里的页面，搜索引擎和收藏夹里的链接就不会失效。</p>
          </EmptyState>
        }
      />
      {openDialog === 'import' && (
        <ImportDialog
          call="POST /admin/redirect/import"
          title="导入旧地址"
          file={{
            label: '旧地址文件',
            accept: '.csv,text/csv',
            maxMb: 10,
            note: 'CSV，任何编码，最多 5 万行、5 MB',
          }}
          about="第一行是“来源,目标,状态”，之后一行一个。状态是 301、302 或 410，不写就是 301。"
          initial={{ isExternal: false }}
          onClose={close}
        >
          <CheckItem name="isExternal">文件里有转到其他网站的地址</CheckItem>
        </ImportDialog>
      )}
      {openDialog === 'add' && <RedirectDialog onClose={close} />}
      {typeof openDialog === 'object' && <RedirectDialog redirect={openDialog} onClose={close} />}
    </>
  );
}

const columnsOf = (onOpen: (redirect: RedirectRecord) => void): DataColumn<RedirectRecord>[] => [
  {
    key: 'source',
    title: '来源',
    render: (redirect) => (
      <OpenButton onClick={() => onOpen(redirect)} below={redirect.postId && '随文章，文章撤回后显示已删除'}>
        {redirect.source}
      </OpenButton>
    ),
  },
  {
    key: 'target',
    title: '目标',
    from: 'md',
    render: ({ status, target }) => (status === 410 ? <Chip tone="warn">内容已删除</Chip> : target),
  },
  { key: 'status', title: '状态', width: 70, from: 'lg' },
  { key: 'hits', title: '访问', width: 80, align: 'right', sort: true },
  {
    key: 'lastHitAt',
    title: '最近访问',
    width: 130,
    from: 'lg',
    render: ({ lastHitAt }) => lastHitAt && <time dateTime={lastHitAt}>{showTime(lastHitAt)}</time>,
  },
  {
    key: 'createdAt',
    title: '添加时间',
    width: 130,
    from: 'xl',
    sort: true,
    render: ({ createdAt }) => <time dateTime={createdAt}>{showTime(createdAt)}</time>,
  },
];

const redirectChanges: readonly RowChange<RedirectRecord>[] = [
  {
    verb: '删除',
    isDanger: true,
    fits: () => true,
    warning: '之后打开它的人会看到“找不到页面”。',
    act: (ids) => call('POST /admin/redirect/delete', { body: { ids }, silent: true }),
    // Maximum number of ids per call.
    chunk: 100,
  },
];
