import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { Permit } from '#client/permissions.tsx';
import s from './list.module.css';
import type { List } from './use-pages.ts';
import type { Choose, RowChange } from './use-row-changes.tsx';
import type { Selection } from './use-selection.ts';

type Props<T> = {
  /** Absent for a list without pages. */
  list?: List<T>;
  selection: Selection<T>;
  changes: readonly RowChange<T>[];
  choose: Choose<T>;
  unit: string;
  idOf: (row: T) => string;
};

/** Shows the number of selected rows and their bulk actions; renders nothing without a selection. */
export function BulkBar<T>(props: Props<T>) {
  const { selection, changes, choose, unit } = props;
  const rows = [...selection.rows.values()];
  if (rows.length === 0) return null;
  return (
    <div className={s.bulk} role="toolbar" aria-label="批量操作">
      <span>
        已选 {rows.length} {unit}
      </span>
      {changes.map((change) => (
        <Permitted key={change.verb} code={change.permission}>
          <Button
            size="small"
            danger={change.isDanger ?? false}
            onClick={() => choose(change, rows, selection.clear)}
          >
            批量{change.verb}
          </Button>
        </Permitted>
      ))}
      <SelectAll {...props} />
      <Button size="small" type="text" onClick={selection.clear}>
        取消选择
      </Button>
    </div>
  );
}

const Permitted = ({ code, children }: { code: string | undefined; children: ReactNode }) =>
  code ? <Permit code={code}>{children}</Permit> : children;

/** Selects the rows of all pages; a second click stops loading them. */
function SelectAll<T>({ list, selection, idOf, unit }: Props<T>) {
  const [foundCount, setFoundCount] = useState<number>();
  const controller = useRef<AbortController>(undefined);
  const { allRows, paging } = list ?? {};
  if (!allRows || (!paging?.next && !paging?.previous)) return null;
  const select = async () => {
    if (foundCount !== undefined) return controller.current?.abort();
    controller.current = new AbortController();
    const rows = new Map(selection.rows);
    try {
      for await (const page of allRows(controller.current.signal)) {
        for (const row of page) rows.set(idOf(row), row);
        setFoundCount(rows.size);
      }
      selection.set(rows);
    } catch {
      // Stopped or offline: the previous selection stays.
    } finally {
      setFoundCount(undefined);
    }
  };
  return (
    <Button size="small" type="link" onClick={() => void select()}>
      {foundCount === undefined ? '选择全部页' : `正在选择，${foundCount} ${unit}，点击停止`}
    </Button>
  );
}

/** The actions of a single row. */
export function RowChanges<T>({
  row,
  changes,
  choose,
  name,
}: {
  row: T;
  changes: readonly RowChange<T>[];
  choose: Choose<T>;
  name: string;
}) {
  return (
    <span className={s.acts}>
      {changes
        .filter(({ fits }) => fits?.(row))
        .map((change) => (
          <Permitted key={change.verb} code={change.permission}>
            <Button
              size="small"
              type="text"
              danger={change.isDanger ?? false}
              aria-label={`${change.verb}${name}`}
              onClick={() => choose(change, [row])}
            >
              {change.verb}
            </Button>
          </Permitted>
        ))}
    </span>
  );
}
