import cluster from 'node:cluster';
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ping, runAsChild } from '#main/as-child.ts';
import type { MachineRole } from '#main/machine-role.ts';
import { startProcesses } from '#main/processes.ts';

/**
 * A separate program: a supervisor with two web processes (or the number in its first argument) and a worker, or those of
 * the role in its second argument, that do nothing. Each child prints its role and
 * process id when it starts and when it stops, fails to start while the working directory holds a file `obstacle`, and
 * is not ready while it holds a file `delay-<role>`, and computes without end once it holds `stick-<role>`. The supervisor prints each child that is ready, then `up`, and
 * stops all children when its stdin ends.
 */
const print = (...words: (string | number)[]) => process.stdout.write(`${words.join(' ')}\n`);

if (cluster.isPrimary) await supervise();
else await runAsChild(() => idle(process.argv[2] ?? ''));

async function supervise(): Promise<void> {
  cluster.on('message', (child, message) => {
    if (message !== ping) print(message, child.process.pid ?? 0);
  });
  const processes = await startProcesses({
    config: { isProduction: true, webProcesses: Number(process.argv[2] ?? 2) },
    role: (process.argv[3] ?? 'all') as MachineRole,
    environment: {},
    program: fileURLToPath(import.meta.url),
    log: (line) => print('log', line),
    answersWithinMs: 3000,
  });
  print('up');
  for await (const _ of process.stdin);
  await processes.stop();
  print('down');
  process.exit(0);
}

async function idle(role: string) {
  if (existsSync('obstacle')) process.exit(3);
  print('start', role, process.pid);
  while (existsSync(`delay-${role}`)) await pause(20);
  const keepAlive = setInterval(() => {
    if (!existsSync(`stick-${role}`)) return;
    rmSync(`stick-${role}`);
    for (;;);
  }, 20);
  return {
    async stop() {
      clearInterval(keepAlive);
      print('stop', role, process.pid);
    },
  };
}
