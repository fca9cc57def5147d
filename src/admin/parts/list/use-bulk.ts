import { useRef, useState } from 'react';
import { CallError } from '#client/call-error.ts';
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
  act: (ids: string[]) => Promise<Outcome[] | unknown>;
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
  /** Ends after the part under way, whose outcome is still reported. */
  isStopping: boolean;
};

/**
 * Runs an action over many rows in chunks, with progress. A failed row is reported; the others continue. A stop lets the
 * chunk under way finish: an aborted call may have been applied, and its outcome would be lost.
 */
export function useBulk() {
  const [progress, setProgress] = useState<BulkProgress>();
  const isStopped = useRef(false);
  const start = async (run: BulkRun): Promise<void> => {
    isStopped.current = false;
    const { rows, chunk: chunkSize = 1, act } = run;
    const done: string[] = [];
    const failed: Remark[] = [];
    const notes: Remark[] = [];
    const report = (isRunning: boolean) =>
      setProgress({
        ...{ run, done: [...done], failed: [...failed], notes: [...notes], isRunning },
        isStopping: isRunning && isStopped.current,
      });
    report(true);
    for (let start = 0; start < rows.length && !isStopped.current; start += chunkSize) {
      const ids = rows.slice(start, start + chunkSize).map(({ id }) => id);
      const outcomes = await act(ids).catch((error: unknown) => allFailed(ids, error));
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
    stop: () => {
      isStopped.current = true;
      setProgress((current) => current && { ...current, isStopping: current.isRunning });
    },
    close: () => setProgress(undefined),
  };
}

/** Without an answer the change may have been applied, which the report must not deny. */
const allFailed = (ids: string[], error: unknown): Outcome[] => {
  const isUnanswered =
    error instanceof CallError && (error.failure === 'offline' || error.failure === 'timeout');
  const fault = isUnanswered ? '没有收到答复，可能已经做了，请刷新后核对' : messageOf(error);
  return ids.map((id) => ({ id, fault }));
};

const toRemarks = (outcomes: unknown, field: 'fault' | 'note'): Remark[] =>
  Array.isArray(outcomes)
    ? outcomes.flatMap((outcome: Outcome) =>
        outcome[field] ? [{ id: outcome.id, text: outcome[field] }] : [],
      )
    : [];
