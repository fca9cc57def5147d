import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runAsChild } from '#main/as-child.ts';
import { startProcesses } from '#main/processes.ts';

/**
 * A supervisor with two web processes and a worker that do nothing, as a program of its own. Each child prints
 * its role and process id when it starts and when it stops, and cannot start while the working folder holds a
 * file `obstacle`. The supervisor prints `up`, and stops all when its standard input ends.
 */
const say = (...words: (string | number)[]) => process.stdout.write(`${words.join(' ')}\n`);

if (cluster.isPrimary) await supervise();
else await runAsChild(() => idle(process.argv[2] ?? ''));

async function supervise(): Promise<void> {
  const processes = await startProcesses({
    config: { production: true, webProcesses: 2 },
    environment: {},
    program: fileURLToPath(import.meta.url),
    log: (line) => say('log', line),
  });
  say('up');
  for await (const _ of process.stdin);
  await processes.stop();
  say('down');
  process.exit(0);
}

async function idle(role: string) {
  if (existsSync('obstacle')) process.exit(3);
  say('start', role, process.pid);
  const busy = setInterval(() => {}, 60_000);
  return {
    async stop() {
      clearInterval(busy);
      say('stop', role, process.pid);
    },
  };
}
