import { CallError } from '#client/call-error.ts';

/** How it went with one of many; `message` says why not. */
export type Outcome = { id: string; isDone: boolean; message: string };

/**
 * Does the same to many pieces, one after the other: what fails says why and the rest goes on. After each, `tell` is
 * given all outcomes so far. Never rejects.
 */
export async function doToMany(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  tell: (outcomes: Outcome[]) => void,
): Promise<Outcome[]> {
  let outcomes: Outcome[] = [];
  for (const id of ids) {
    const outcome = await act(id).then(
      () => ({ id, isDone: true, message: '已完成' }),
      (error: unknown) => ({
        id,
        isDone: false,
        message: error instanceof CallError ? error.message : '没有做成，请重试',
      }),
    );
    outcomes = [...outcomes, outcome];
    tell(outcomes);
  }
  return outcomes;
}
