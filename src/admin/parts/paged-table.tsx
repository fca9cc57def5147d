import { Button, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { Failed, Void } from '#ui/states/void.tsx';
import s from './paged-table.module.css';
import { useLoad } from './use-load.ts';
import { WideTable } from './wide-table.tsx';

type Page<T> = { records: T[]; cursor: string | null };

/**
 * A list, page by page; newest first unless `turns` says otherwise. `of` is what it is narrowed to: another one begins
 * at its first page; a rise of `round` asks again for the page on screen.
 */
export function PagedTable<T extends { id: string }>(props: {
  label: string;
  of: string;
  round?: number;
  width: number;
  load: (page: { cursor: string | undefined; size: string }, signal: AbortSignal) => Promise<Page<T>>;
  columns: TableColumnsType<T>;
  empty: ReactNode;
  /** Back and on; a list that is not by time has other words. */
  turns?: readonly [string, string];
  expanded?: { render: (row: T) => ReactNode; isOpen: (row: T) => boolean };
}) {
  return <Pages key={props.of} {...props} />;
}

function Pages<T extends { id: string }>({
  label,
  of,
  round = 0,
  width,
  load,
  columns,
  empty,
  turns: [back, on] = ['较新', '较早'],
  expanded,
}: Parameters<typeof PagedTable<T>>[0]) {
  // Cursors of the pages gone through; the last is the one on screen.
  const [trail, setTrail] = useState<string[]>([]);
  const cursor = trail.at(-1);
  const { data, fault, isLoading, reload } = useLoad(`${of} ${cursor} ${round}`, (signal) =>
    load({ cursor, size: '30' }, signal),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  return (
    <>
      <WideTable<T>
        label={label}
        rowKey="id"
        size="middle"
        loading={isLoading}
        dataSource={data?.records ?? []}
        columns={columns}
        pagination={false}
        scroll={{ x: width }}
        locale={{ emptyText: isLoading ? <Void title={`正在取${label} …`} /> : empty }}
        {...(expanded && {
          expandable: {
            columnTitle: <span className="vh">详情</span>,
            expandedRowRender: expanded.render,
            rowExpandable: expanded.isOpen,
          },
        })}
      />
      {(data?.cursor || trail.length > 0) && (
        <div className={s.pages}>
          <Button disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
            {back}
          </Button>
          <Button disabled={!data?.cursor} onClick={() => data?.cursor && setTrail([...trail, data.cursor])}>
            {on}
          </Button>
        </div>
      )}
    </>
  );
}
