import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { IndexPlace } from './index-place.ts';
import type { SearchDocument } from './search-document.ts';
import type { IndexedColumn, TableBuilder } from './table-builder.ts';

export type BuilderTask =
  | { do: 'open'; place: IndexPlace; table: string; words: readonly string[] }
  | { do: 'add'; documents: readonly SearchDocument[] }
  | { do: 'flush' }
  | { do: 'createIndex'; column: IndexedColumn }
  | { do: 'optimise' };
export type BuilderRequest = { id: number; task: BuilderTask };
export type BuilderReply = { id: number; fault: string | null };

const program = fileURLToPath(new URL('./builder-child.ts', import.meta.url));

/**
 * Opens builders of one table, each in a process with a low priority: its memory returns to the system with its end, and it
 * does not delay the jobs of this process. It runs its tasks one after the other.
 * @param words the names that the segmenter knows beside its dictionary
 */
export async function openBuilderProcesses(
  count: number,
  ...given: Parameters<typeof openBuilderProcess>
): Promise<TableBuilder[]> {
  const opening = await Promise.allSettled(Array.from({ length: count }, () => openBuilderProcess(...given)));
  const opened = opening.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = opening.find((one) => one.status === 'rejected');
  if (!failed) return opened;
  await Promise.all(opened.map((builder) => builder.close()));
  throw failed.reason;
}

async function openBuilderProcess(
  place: IndexPlace,
  table: string,
  words: readonly string[],
): Promise<TableBuilder> {
  // Much faster for long texts than JSON.
  const child = fork(program, { serialization: 'advanced' });
  const ended = once(child, 'exit');
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const fail = (reason: unknown) => {
    for (const { reject } of waiting.values())
      reject(new Error(`the process that builds the search index ended: ${reason}`));
    waiting.clear();
  };
  ended.then(([code, signal]) => fail(signal ?? code), fail);
  child.on('message', ({ id, fault }: BuilderReply) => {
    const task = waiting.get(id);
    waiting.delete(id);
    if (fault === null) task?.resolve();
    else task?.reject(new Error(fault));
  });
  let count = 0;
  const run = (task: BuilderTask) =>
    new Promise<void>((resolve, reject) => {
      const id = count++;
      waiting.set(id, { resolve, reject });
      child.send({ id, task }, (error) => error && reject(error));
    });
  const close = async () => {
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
  };
  await run({ do: 'open', place, table, words }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    add: (documents) => run({ do: 'add', documents }),
    flush: () => run({ do: 'flush' }),
    createIndex: (column) => run({ do: 'createIndex', column }),
    optimise: () => run({ do: 'optimise' }),
    close,
  };
}
