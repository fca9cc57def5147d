import { Button, Select, Table, type TableColumnType, type TableProps } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { EmptyState, ErrorState } from '#ui/states/empty-state.tsx';
import { messageOf } from '../data.ts';
import { Row } from '../layout/page.tsx';
import { showNumber } from '../show-number.ts';
import { BulkBar, RowChanges } from './bulk-bar.tsx';
import { BulkReport } from './bulk-report.tsx';
import { ColumnMenu, useHiddenColumns } from './column-menu.tsx';
import type { DataColumn } from './data-column.ts';
import { ExportButton } from './export-button.tsx';
import s from './list.module.css';
import { useBulk } from './use-bulk.ts';
import type { Filters } from './use-filters.ts';
import { type List, type Paging, pageSizes, type Sorting } from './use-pages.ts';
import { type RowChange, useRowChanges } from './use-row-changes.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { type Selection, useSelection } from './use-selection.ts';

type Props<T> = {
  /** Name of the listed records, such as 稿件: labels the table, its states and the exported file. */
  label: string;
  /** Chinese measure word of a row. */
  unit?: string;
  list: List<T>;
  columns: readonly DataColumn<T>[];
  idOf?: (row: T) => string;
  nameOf?: (row: T) => string;
  /** Called when the user presses Enter on a row. */
  onOpen?: (row: T) => void;
  /** Row actions, shown in the last column and for a selection. */
  changes?: readonly RowChange<T>[];
  /** False if rows can only be changed one at a time. */
  isSelectable?: boolean;
  filters?: Pick<Filters<never>, 'isNarrowed' | 'clear'>;
  /** Shown when the list has no rows at all. */
  empty?: ReactNode;
  /** Minimum width in px before the table scrolls sideways. */
  width?: number;
  expand?: { render: (row: T) => ReactNode; isOpen: (row: T) => boolean };
  /** Replaces the export button, for a file that the server generates; null hides it. */
  exporter?: ReactNode;
};

const rowId = (row: unknown) => (row as { id: string }).id;

/** Table with sorting, selectable columns, selection across pages, bulk actions, CSV export and keyboard navigation. */
export function DataTable<T extends object>(props: Props<T>) {
  const { label, unit = '条', list, changes = [], idOf = rowId, nameOf = idOf } = props;
  const selection = useSelection<T>(list.scope);
  const bulk = useBulk();
  const { choose, dialog } = useRowChanges({ bulk, unit, idOf, nameOf });
  if (list.error && list.rows.length === 0)
    return <ErrorState title={`没有取到${label}`} message={messageOf(list.error)} onRetry={list.retry} />;
  const actionColumn: DataColumn<T> = {
    key: 'acts',
    title: '操作',
    text: null,
    render: (row) => <RowChanges {...{ row, changes, choose }} name={nameOf(row)} />,
  };
  const columns = changes.some(({ fits }) => fits) ? [...props.columns, actionColumn] : props.columns;
  return (
    <div className={s.list}>
      <BulkReport bulk={bulk} unit={unit} />
      <BulkBar {...{ list, changes, choose, unit, selection, idOf }} />
      <TableRows
        {...props}
        {...{ columns, unit, idOf, nameOf, selection }}
        isSelectable={changes.length > 0 && props.isSelectable !== false}
      />
      {list.paging && (list.paging.next || list.paging.previous || list.paging.size !== 20) && (
        <Pager {...list.paging} />
      )}
      {dialog}
    </div>
  );
}

type TableRowsProps<T> = Props<T> &
  Required<Pick<Props<T>, 'unit' | 'idOf' | 'nameOf'>> & {
    selection: Selection<T>;
    isSelectable: boolean;
  };

function TableRows<T extends object>(props: TableRowsProps<T>) {
  const { label, unit, list, columns, idOf, nameOf, selection, isSelectable, width, expand } = props;
  const hidden = useHiddenColumns(label, columns);
  const rowKeys = useRowKeys({
    rows: list.rows,
    onOpen: props.onOpen,
    paging: list.paging,
    ...toggleHandlers(props),
  });
  const scrollBox = useScrollableTable(label, list.rows);
  const shown = columns.filter(({ key }) => !hidden.keys.includes(key));
  return (
    <>
      <div className={s.tools}>
        <Count list={list} unit={unit} />
        <Row>
          <ColumnMenu columns={columns} hidden={hidden} />
          {props.exporter === undefined ? (
            <ExportButton label={label} list={list} columns={shown} />
          ) : (
            props.exporter
          )}
        </Row>
      </div>
      <div ref={scrollBox} onKeyDown={rowKeys.onKeyDown}>
        <Table<T>
          rowKey={idOf}
          size="middle"
          loading={list.isLoading && list.rows.length > 0}
          dataSource={list.rows}
          columns={shown.map((column) => toTableColumn(column, list.sorting))}
          onRow={rowKeys.onRow}
          onChange={(_, __, sorter) => list.sorting && applySort(sorter, list.sorting)}
          pagination={false}
          locale={{ emptyText: <Empty {...props} /> }}
          {...(width && { scroll: { x: width } })}
          {...(isSelectable && { rowSelection: rowSelection(label, list, selection, { idOf, nameOf }) })}
          {...(expand && {
            expandable: {
              columnTitle: <span className="vh">详情</span>,
              expandedRowRender: expand.render,
              rowExpandable: expand.isOpen,
            },
          })}
        />
      </div>
    </>
  );
}

function rowSelection<T extends object>(
  label: string,
  list: List<T>,
  selection: Selection<T>,
  { idOf, nameOf }: { idOf: (row: T) => string; nameOf: (row: T) => string },
): TableProps<T>['rowSelection'] & object {
  return {
    selectedRowKeys: [...selection.rows.keys()],
    preserveSelectedRowKeys: true,
    onChange: (ids) =>
      selection.choose(
        list.rows.map((row) => [idOf(row), row] as const),
        new Set(ids.map(String)),
      ),
    getTitleCheckboxProps: () => ({ 'aria-label': `选择这一页的${label}` }) as object,
    getCheckboxProps: (row) => ({ 'aria-label': `选择${nameOf(row)}` }) as object,
  };
}

function toggleHandlers<T extends object>({ isSelectable, selection, list, idOf }: TableRowsProps<T>) {
  if (!isSelectable) return {};
  return {
    onToggle: (row: T) => {
      const ids = new Set(selection.rows.keys());
      if (!ids.delete(idOf(row))) ids.add(idOf(row));
      selection.choose(
        list.rows.map((listRow) => [idOf(listRow), listRow] as const),
        ids,
      );
    },
  };
}

function toTableColumn<T>(column: DataColumn<T>, sorting: Sorting | undefined): TableColumnType<T> {
  const { key, title, render, width, align, sort, from } = column;
  const by = sorting?.by;
  return {
    key,
    title,
    dataIndex: key,
    ...(render && { render: (_: unknown, row: T) => render(row) }),
    ...(width && { width }),
    ...(align && { align }),
    ...(from && { responsive: [from] }),
    ...(typeof sort === 'function' && { sorter: sort }),
    ...(sort === true && {
      sorter: true,
      sortOrder: by === key ? 'ascend' : by === `-${key}` ? 'descend' : null,
      // The first click sorts descending: most recent or most read first.
      sortDirections: ['descend', 'ascend'] as const as never,
    }),
  };
}

function applySort<T>(sorter: Parameters<NonNullable<TableProps<T>['onChange']>>[2], sorting: Sorting): void {
  const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
  sorting.set(order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : undefined);
}

function Count<T>({ list: { total, isTotalCapped }, unit }: { list: List<T>; unit: string }) {
  return (
    <span role="status">
      {total !== undefined && `${isTotalCapped ? '多于' : '共'} ${showNumber(total)} ${unit}`}
    </span>
  );
}

/** Loading, error or empty state in place of rows. */
export function Empty<T>({
  label,
  list,
  filters,
  empty,
}: Pick<Props<T>, 'label' | 'list' | 'filters' | 'empty'>) {
  if (list.isLoading) return <EmptyState title={`正在取${label} …`} />;
  if (!filters?.isNarrowed) return empty ?? <EmptyState title={`还没有${label}`} />;
  return (
    <EmptyState
      illustration="search"
      title={`没有符合条件的${label}`}
      actions={<Button onClick={filters.clear}>看全部{label}</Button>}
    >
      <p>换一个条件试试。</p>
    </EmptyState>
  );
}

/** Previous and next buttons and the page size; lists of cards use it, too. */
export function Pager({ page, size, next, previous, setSize }: Paging) {
  return (
    <nav className={s.pager} aria-label="翻页">
      <Button disabled={!previous} onClick={previous}>
        上一页
      </Button>
      <span aria-current="page">第 {page} 页</span>
      <Button disabled={!next} onClick={next}>
        下一页
      </Button>
      <Select
        aria-label="每页条数"
        value={size}
        options={pageSizes.map((pageSize) => ({ value: pageSize, label: `每页 ${pageSize}` }))}
        onChange={setSize}
      />
    </nav>
  );
}

/** Makes the scroll box of a wide table focusable, so that the keyboard can scroll it. */
function useScrollableTable(label: string, rows: readonly unknown[]) {
  const scrollBox = useRef<HTMLDivElement>(null);
  const count = useMemo(() => rows.length, [rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Ant Design re-creates the box with the rows.
  useEffect(() => {
    // Ant Design measures columns in a hidden row that repeats the header's checkbox, which must not be reachable by
    // keyboard.
    scrollBox.current?.querySelector('.ant-table-measure-row')?.setAttribute('inert', '');
    const content = scrollBox.current?.querySelector('.ant-table-content');
    if (!content) return;
    // `group`, not `region`: a section around the table often has the same name.
    const asGroup = { tabindex: '0', role: 'group', 'aria-label': label };
    const watching = new ResizeObserver(() => {
      const isWide = content.scrollWidth > content.clientWidth;
      for (const [name, value] of Object.entries(asGroup))
        if (isWide) content.setAttribute(name, value);
        else content.removeAttribute(name);
    });
    watching.observe(content);
    return () => watching.disconnect();
  }, [label, count]);
  return scrollBox;
}

/** The row's name as a button that opens the row, with a small line below. */
export const OpenButton = ({
  onClick,
  below,
  children,
}: {
  onClick: () => void;
  below?: ReactNode;
  children: ReactNode;
}) => (
  <>
    <button type="button" className={s.open} onClick={onClick}>
      {children}
    </button>
    {below && <Below>{below}</Below>}
  </>
);

/** Small line below the text of a cell. */
export const Below = ({ children }: { children: ReactNode }) => <span className={s.below}>{children}</span>;
