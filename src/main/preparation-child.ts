import { preparationTasks } from './prepare-portal.ts';
import type { PreparationRequest } from './run-preparation.ts';

// The terminal sends Ctrl-C to the whole process group, but the supervisor decides when this process stops.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
// The supervisor disconnects when it has the answer, or when it dies.
process.on('disconnect', () => process.exit());
process.once('message', async ({ task, options }: PreparationRequest) => {
  const run = preparationTasks[task] as (options: unknown, log: (line: string) => void) => Promise<unknown>;
  const answer = await run(options, console.log).then(
    (result) => ({ result }),
    (error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(answer);
});
