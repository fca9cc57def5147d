import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Server } from './nginx.ts';
import { freePort } from './portal.ts';

/**
 * Starts a program that the portal is compared with (`serve-*.ts`) in the given number of processes, which share a port
 * as the portal's do. Each process receives `task` and reports when it is ready.
 */
export async function startContender(program: string, processes: number, task: object): Promise<Server> {
  const port = await freePort();
  const children = await Promise.all(
    Array.from({ length: processes }, () => startChild(program, { ...task, port })),
  );
  return {
    port,
    pids: children.flatMap(({ pid }) => pid ?? []),
    async stop() {
      await Promise.all(children.map(stopChild));
    },
  };
}

/** In the contender: returns its task. The contender sends `ready` when it listens. */
export function receiveTask<T>(): Promise<T & { port: number }> {
  // It must not outlive the process that started it.
  process.on('disconnect', () => process.exit());
  return new Promise((resolve) => process.once('message', (task) => resolve(task as T & { port: number })));
}

function startChild(program: string, task: object): Promise<ChildProcess> {
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

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
