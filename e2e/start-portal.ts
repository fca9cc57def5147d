import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { preparedFolder, root, settings } from './portal.ts';

export type Portal = {
  /** The lines printed so far. */
  output: readonly string[];
  /** Stops the portal in order, and resolves when all of its processes have exited. */
  stop(): Promise<void>;
};

const ready = /^观澜已就绪：/;

/**
 * Runs `npm start` with the settings of this worker and `more`, and resolves once it has printed `line`.
 * @throws with its output if it exits before
 */
export async function startPortal(more: Record<string, string> = {}, line = ready): Promise<Portal> {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, ...settings, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A worker that exits without its teardown must leave no portal behind.
  const kill = () => void child.kill('SIGTERM');
  process.once('exit', kill);
  // The pipes close when the last of its processes has exited.
  const ended = once(child, 'close').then(() => process.off('exit', kill));
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the portal ended with ${code}\n${output.join('\n')}`)));
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (text) => {
        output.push(text);
        if (line.test(text)) resolve();
      });
  });
  return {
    output,
    async stop() {
      kill();
      await ended;
    },
  };
}

/**
 * Copies the prepared DATA_DIR and keeps the file owners, because PostgreSQL runs as another user if root starts the
 * portal.
 */
export function copyPrepared(target: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', preparedFolder(), target], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the prepared DATA_DIR was not copied: ${stderr}`);
}
