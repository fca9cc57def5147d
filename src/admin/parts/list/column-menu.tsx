import { Button, Checkbox, Popover } from 'antd';
import { readStored, useStored, writeStored } from '#client/storage.ts';
import { Icon } from '#ui/icon.tsx';
import type { DataColumn } from './data-column.ts';
import s from './list.module.css';

type Hidden = { keys: readonly string[]; set: (keys: string[]) => void };

/** The columns of a table that the user has hidden in this browser. */
export function useHiddenColumns<T>(table: string, columns: readonly DataColumn<T>[]): Hidden {
  const stored = useStored('hiddenColumns')?.[table];
  return {
    keys: stored ?? columns.filter(({ isHidden }) => isHidden).map(({ key }) => key),
    set: (keys) => writeStored('hiddenColumns', { ...readStored('hiddenColumns'), [table]: keys }),
  };
}

/** Menu that shows and hides columns; the first column is always visible. */
export function ColumnMenu<T>({ columns, hidden }: { columns: readonly DataColumn<T>[]; hidden: Hidden }) {
  const choices = columns.slice(1).filter(({ title }) => title !== '操作');
  if (choices.length < 2) return null;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <Checkbox.Group
          className={s.columns ?? ''}
          aria-label="显示的列"
          options={choices.map(({ key, title }) => ({ value: key, label: title }))}
          value={choices.map(({ key }) => key).filter((key) => !hidden.keys.includes(key))}
          onChange={(shown: string[]) =>
            hidden.set(choices.map(({ key }) => key).filter((key) => !shown.includes(key)))
          }
        />
      }
    >
      <Button size="small" type="text" icon={<Icon name="list" size="s" />}>
        列
      </Button>
    </Popover>
  );
}
