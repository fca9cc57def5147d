import { Button } from 'antd';
import { useRef, useState } from 'react';
import { showAlert } from '#client/dialogs.ts';
import { toCsv } from '#shared/csv.ts';
import { messageOf } from '../data.ts';
import { saveDownload } from '../save-download.ts';
import type { DataColumn } from './data-column.ts';
import type { List } from './use-pages.ts';

type Props<T> = { label: string; list: List<T>; columns: readonly DataColumn<T>[] };

/** Exports all pages of the list as CSV with the visible columns; a second click stops. */
export function ExportButton<T>({ label, list, columns }: Props<T>) {
  const [count, setCount] = useState<number>();
  const controller = useRef<AbortController>(undefined);
  const fields = columns.filter(({ text, title }) => text !== null && title !== '操作');
  const save = async () => {
    if (count !== undefined) return controller.current?.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    setCount(0);
    try {
      const rows: T[] = [];
      for await (const page of list.allRows?.(signal) ?? [list.rows]) {
        rows.push(...page);
        setCount(rows.length);
      }
      const csv = toCsv(
        fields.map(({ title }) => title),
        rows.map((row) => fields.map((field) => cellText(field, row))),
      );
      const bytes = new TextEncoder().encode(csv).buffer;
      saveDownload({ bytes, name: `${label}.csv`, type: 'text/csv;charset=utf-8' }, `${label}.csv`);
    } catch (error) {
      if (!signal.aborted) showAlert(messageOf(error));
    } finally {
      setCount(undefined);
    }
  };
  if (list.rows.length === 0) return null;
  return (
    <Button size="small" type="text" onClick={() => void save()}>
      {count === undefined ? '导出 CSV' : `已读 ${count} 行，点击停止`}
    </Button>
  );
}

function cellText<T>({ key, text }: DataColumn<T>, row: T): string | number | null {
  if (text) return text(row);
  const value = (row as Record<string, unknown>)[key];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
