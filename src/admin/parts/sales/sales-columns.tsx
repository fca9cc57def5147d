import type { ReactNode } from 'react';
import { formatFen } from '#shared/money.ts';
import type { DataColumn } from '../list/data-column.ts';
import { Below } from '../list/data-table.tsx';
import { showTime } from '../show-time.ts';
import type { StateLabel } from './labels.ts';
import { StateChip } from './state-chip.tsx';

/** A column of amounts in fen; a CSV file contains them in yuan, as numbers. */
export const fenColumn = <K extends string>(
  key: K,
  title: string,
  { width = 120 }: { width?: number } = {},
): DataColumn<Record<K, number>> => ({
  key,
  title,
  width,
  align: 'right',
  render: (row) => formatFen(row[key]),
  text: (row) => row[key] / 100,
});

/** A column of ISO 8601 times; `none` replaces null. */
export const timeColumn = <K extends string>(
  key: K,
  title: string,
  { none = '', ...rest }: { none?: string } & Pick<DataColumn<never>, 'from'> = {},
): DataColumn<Record<K, string | null>> => ({
  key,
  title,
  width: 130,
  render: ({ [key]: at }) => (at === null ? none : <time dateTime={at}>{showTime(at)}</time>),
  ...rest,
});

/** A column of states as chips. */
export const stateColumn = <S extends string>(
  states: Readonly<Record<S, StateLabel>>,
): DataColumn<{ state: S }> => ({
  key: 'state',
  title: '状态',
  width: 100,
  render: ({ state }) => <StateChip {...states[state]} />,
  text: ({ state }) => states[state].label,
});

/** Content of a cell with a small line below it, if there is one. */
export const twoLines = (first: ReactNode, second: ReactNode) => (
  <>
    {first}
    {second && <Below>{second}</Below>}
  </>
);
