import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Server } from './nginx.ts';
import { freePort } from './portal.ts';

/**
 * Starts one of the programs the portal is compared with (`serve-*.ts`), in as many processes as asked, which
 * share a port as the portal's do. Each is sent `task` and says when it is ready.
 */
export async function startContender(program: string, processes: number, task: object): Promise<Server> {
  const port = await freePort();
  const children = await Promise.all(
    Array.from({ length: processes }, () => startOne(program, { ...task, port })),
  );
  return {
    port,
    pids: children.flatMap(({ pid }) => pid ?? []),
    async stop() {
      await Promise.all(children.map(stopOne));
    },
  };
}

/** For the contender's side: the task it was given; `ready` is said when it listens. */
export function receiveTask<T>(): Promise<T & { port: number }> {
  // Without its starter it must not live on.
  process.on('disconnect', () => process.exit());
  return new Promise((resolve) => process.once('message', (task) => resolve(task as T & { port: number })));
}

function startOne(program: string, task: object): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, program)],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  child.send(task);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
    child.once('message', () => resolve(child));
  });
}

function stopOne(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
