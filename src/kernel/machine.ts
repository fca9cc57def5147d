import { availableParallelism, totalmem } from 'node:os';

/**
 * How many web processes a machine gets unless WEB_PROCESSES says it: one per core, as far as three quarters of its memory
 * hold them beside worker and PostgreSQL; the rest is for the system and its file cache. 0 is one process for everything.
 * @param megabytes what a container may use, or what the machine has
 */
export function chooseWebProcesses({ cores, megabytes }: { cores: number; megabytes: number }): number {
  const fitting = Math.floor((0.75 * megabytes - besideWebMb) / webProcessMb);
  return Math.max(0, Math.min(maxWebProcesses, cores, fitting));
}

export const maxWebProcesses = 128;
/** Worker and PostgreSQL after mixed traffic, and one web process with its connections (bench/README.md#memory). */
const [besideWebMb, webProcessMb] = [400, 380];

/** What `chooseWebProcesses` needs to know of this machine. */
export function thisMachine(): { cores: number; megabytes: number } {
  // 0 or a number beyond the memory there is where no limit is set.
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableParallelism(), megabytes: Math.round(bytes / 2 ** 20) };
}
