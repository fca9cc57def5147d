import type { Measure } from '../measure.ts';
import { residentBytes } from '../processor.ts';
import { said, skipped } from '../report.ts';

/** What each process holds after all of the above. Shared pages count in each. */
export const memory: Measure = async ({ running }) => {
  if (process.platform !== 'linux') return [skipped('memory', 'only Linux has /proc')];
  const held = (pids: readonly number[]) =>
    pids.map((pid) => `${Math.round(residentBytes(pid) / 1_048_576)} MiB`).join(', ');
  return [
    said('memory of a web process', held(running.webPids)),
    said('memory of the worker', held(running.workerPids)),
  ];
};
