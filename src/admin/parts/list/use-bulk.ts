import { useRef, useState } from 'react';
import { messageOf, queryClient } from '../data.ts';

/** Result for one row; `fault` is the reason of a failure, `note` an additional remark on a success. */
export type Outcome = { id: string; fault?: string; note?: string };
export type Remark = { id: string; text: string };
export type ChosenRow = { id: string; name: string };

export type BulkRun = {
  /** Verb of the action, such as 撤回. */
  verb: string;
  rows: readonly ChosenRow[];
  /** Processes some of the ids. Ids without an outcome in the result count as successful. */
  act: (ids: string[], signal: AbortSignal) => Promise<Outcome[] | unknown>;
  /** Maximum number of ids per `act` call; 1 by default. */
  chunk?: number;
  /** Undoes the action for the successful rows. */
  undo?: { verb: string; act: BulkRun['act'] };
};

export type BulkProgress = {
  run: BulkRun;
  done: readonly string[];
  failed: readonly Remark[];
  notes: readonly Remark[];
  isRunning: boolean;
};

/** Runs an action over many rows in chunks, with progress. A failed row is reported; the others continue. */
export function useBulk() {
  const [progress, setProgress] = useState<BulkProgress>();
  const controller = useRef<AbortController>(undefined);
  const start = async (run: BulkRun): Promise<void> => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const { rows, chunk: chunkSize = 1, act } = run;
    const done: string[] = [];
    const failed: Remark[] = [];
    const notes: Remark[] = [];
    const report = (isRunning: boolean) =>
      setProgress({ run, done: [...done], failed: [...failed], notes: [...notes], isRunning });
    report(true);
    for (let start = 0; start < rows.length && !signal.aborted; start += chunkSize) {
      const ids = rows.slice(start, start + chunkSize).map(({ id }) => id);
      const outcomes = await act(ids, signal).catch((error: unknown) => allFailed(ids, error));
      const errors = toRemarks(outcomes, 'fault');
      failed.push(...errors);
      notes.push(...toRemarks(outcomes, 'note'));
      done.push(...ids.filter((id) => !errors.some((error) => error.id === id)));
      report(true);
    }
    report(false);
    await queryClient.invalidateQueries();
  };
  const undo = () => {
    if (!progress?.run.undo) return;
    const { done, run } = progress;
    const names = new Map(run.rows.map(({ id, name }) => [id, name]));
    const rows = done.map((id) => ({ id, name: names.get(id) ?? id }));
    void start({ ...progress.run.undo, rows, chunk: run.chunk ?? 1 });
  };
  return {
    progress,
    start,
    undo,
    stop: () => controller.current?.abort(),
    close: () => setProgress(undefined),
  };
}

const allFailed = (ids: string[], error: unknown): Outcome[] =>
  ids.map((id) => ({ id, fault: messageOf(error) }));

const toRemarks = (outcomes: unknown, field: 'fault' | 'note'): Remark[] =>
  Array.isArray(outcomes)
    ? outcomes.flatMap((outcome: Outcome) =>
        outcome[field] ? [{ id: outcome.id, text: outcome[field] }] : [],
      )
    : [];
