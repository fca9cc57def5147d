import { Table } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DeskRecord } from '#features/posts/desk/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { BulkActs } from './bulk-acts.tsx';
import { Filters } from './filters.tsx';
import { type ListChoice, pageSizes, readChoice, writeChoice } from './list-choice.ts';
import { columnsOf } from './list-columns.tsx';
import { NewPiece } from './new-piece.tsx';
import { NoPieces } from './no-pieces.tsx';
import { RunReport } from './run-report.tsx';
import { useActs } from './use-acts.tsx';
import { ViewActs } from './view-acts.tsx';
import { ViewTabs } from './view-tabs.tsx';

/** Every piece of the house, last changed first. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const choice = readChoice(query);
  const { state, columnId, keyword, current, size } = choice;
  const [chosen, setChosen] = useState<string[]>([]);
  const change = (to: Partial<ListChoice>) => {
    setChosen([]);
    setQuery(writeChoice(choice, to));
  };
  const { data, fault, isLoading, reload } = useLoad(JSON.stringify(choice), (signal) =>
    call('GET /admin/post/list', {
      query: { state, columnId, keyword, current: String(current), size: String(size) },
      silent: true,
      signal,
    }),
  );
  // Without them the list is as good as with them: their failure is no failure of the screen.
  const savedViews = useLoad('views', (signal) =>
    call('GET /admin/savedView/list', { silent: true, signal }),
  );
  const views = savedViews.data ?? [];
  const { run, ask, forget } = useActs(() => {
    setChosen([]);
    reload();
  });
  const pieces = data?.records ?? [];
  return (
    <>
      <PageHead title="文章">
        <NewPiece columnId={columnId} />
      </PageHead>
      <ViewTabs choice={choice} views={views} onChange={change} />
      <Filters choice={choice} onChange={change}>
        <ViewActs
          choice={choice}
          views={views}
          onSaved={savedViews.reload}
          onDeleted={() => {
            savedViews.reload();
            change({ columnId: undefined, keyword: undefined });
          }}
        />
      </Filters>
      {run && <RunReport run={run} onClose={forget} />}
      <BulkActs pieces={pieces.filter(({ id }) => chosen.includes(id))} onAct={ask} />
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <Table<DeskRecord>
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={pieces}
          columns={columnsOf(ask)}
          rowSelection={{
            selectedRowKeys: chosen,
            onChange: (keys) => setChosen(keys.map(String)),
            getCheckboxProps: ({ title }) => ({ 'aria-label': `选择《${title}》` }) as object,
          }}
          locale={{
            emptyText: <NoPieces isLoading={isLoading} choice={choice} onClear={() => setQuery({})} />,
          }}
          pagination={{
            current,
            pageSize: size,
            total: data?.total ?? 0,
            pageSizeOptions: pageSizes,
            showSizeChanger: { 'aria-label': '每页条数' },
            hideOnSinglePage: (data?.total ?? 0) <= 20,
            showTotal: (total) => `${data?.totalCapped ? '多于 ' : '共 '}${total} 篇`,
            onChange: (page, pageSize) => change({ current: pageSize === size ? page : 1, size: pageSize }),
          }}
        />
      )}
    </>
  );
}
