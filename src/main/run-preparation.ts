import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Config } from '#kernel/config.ts';
import type { PreparationTasks } from './prepare-portal.ts';

type Task = keyof PreparationTasks;
type Options<T extends Task> = Parameters<PreparationTasks[T]>[0];
type Result<T extends Task> = Awaited<ReturnType<PreparationTasks[T]>>;

export type PreparationRequest = { [T in Task]: { task: T; options: Options<T> } }[Task];

export type Preparation = {
  /**
   * Runs one task and resolves with its result; the process then exits.
   * @throws with the message of the error that the task failed with
   */
  run<T extends Task>(task: T, options: Options<T>): Promise<Result<T>>;
  /** Ends the process, also in the middle of a task, which a later start repeats. */
  stop(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('./preparation-child.ts', import.meta.url));

/**
 * Starts a process for one task of the preparation. What it loads (the application, the demo edition) leaves memory
 * with it, so the supervisor stays small. In development the task runs in this process, so that `node --watch` sees its
 * files.
 */
export function openPreparation({ isProduction }: Pick<Config, 'isProduction'>): Preparation {
  return isProduction ? openChild() : inProcess;
}

const inProcess: Preparation = {
  async run(task, options) {
    const { preparationTasks } = await import('./prepare-portal.ts');
    return (preparationTasks[task] as (given: typeof options, log: (line: string) => void) => never)(
      options,
      console.log,
    );
  },
  stop: async () => undefined,
};

function openChild(): Preparation {
  const child = fork(PROGRAM);
  const ended = once(child, 'exit');
  // `run` reports a process that could not start or ended early.
  ended.catch(() => undefined);
  return {
    async run(task, options) {
      const answer = await new Promise<{ result: never } | { fault: string }>((resolve, reject) => {
        child.once('message', resolve);
        ended.then(
          ([code, signal]) => reject(new Error(`启动前的准备意外中断（${signal ?? code}）。`)),
          reject,
        );
        child.send({ task, options }, () => undefined);
      });
      child.disconnect();
      await ended;
      if ('fault' in answer) throw new Error(answer.fault);
      return answer.result;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended.catch(() => undefined);
    },
  };
}
