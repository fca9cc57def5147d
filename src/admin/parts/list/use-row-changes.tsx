import { type ReactNode, useState } from 'react';
import { useConfirm } from '../layout/confirm.tsx';
import type { BulkRun, useBulk } from './use-bulk.ts';

/** An action on table rows: on a single row or on a selection. */
export type RowChange<T> = Omit<BulkRun, 'rows' | 'act'> & {
  permission?: string;
  isDanger?: boolean;
  /** Describes the consequence; shown in a confirmation dialog. */
  warning?: string;
  act?: BulkRun['act'];
  /** Dialog that prompts for input before the action; it calls `start` to run it. */
  dialog?: (props: {
    rows: readonly T[];
    start: (act: BulkRun['act'], undo?: BulkRun['undo']) => void;
    onClose: () => void;
  }) => ReactNode;
  /** Whether the action is offered in a row. Without this function the action is offered for selections only. */
  fits?: (row: T) => boolean;
};

type Options<T> = {
  bulk: ReturnType<typeof useBulk>;
  unit: string;
  idOf: (row: T) => string;
  nameOf: (row: T) => string;
};

/** Starts row actions, after their confirmation or dialog. */
export function useRowChanges<T>({ bulk, unit, idOf, nameOf }: Options<T>) {
  const [openDialog, setOpenDialog] = useState<{
    change: RowChange<T>;
    rows: readonly T[];
    onStart: () => void;
  }>();
  const confirm = useConfirm();
  const start = (
    { verb, chunk = 1 }: RowChange<T>,
    rows: readonly T[],
    act: BulkRun['act'],
    undo: BulkRun['undo'],
  ) => {
    const chosen = rows.map((row) => ({ id: idOf(row), name: nameOf(row) }));
    void bulk.start({ verb, chunk, act, rows: chosen, ...(undo && { undo }) });
  };
  const choose = (change: RowChange<T>, rows: readonly T[], onStart: () => void = () => undefined) => {
    const { dialog, act, verb, warning, isDanger = false, undo } = change;
    const [first] = rows;
    if (dialog) return setOpenDialog({ change, rows, onStart });
    if (!act || !first) return;
    const run = () => {
      onStart();
      start(change, rows, act, undo);
    };
    if (!warning) return run();
    const subject = rows.length === 1 ? nameOf(first) : `选中的 ${rows.length} ${unit}`;
    confirm({ title: `${verb}${subject}？`, content: warning, okText: verb, isDanger, onOk: run });
  };
  const dialog = openDialog?.change.dialog?.({
    rows: openDialog.rows,
    start: (act, undo = openDialog.change.undo) => {
      setOpenDialog(undefined);
      openDialog.onStart();
      start(openDialog.change, openDialog.rows, act, undo);
    },
    onClose: () => setOpenDialog(undefined),
  });
  return { choose, dialog };
}

export type Choose<T> = ReturnType<typeof useRowChanges<T>>['choose'];
