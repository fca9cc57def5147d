import type { Measure } from '../measure.ts';
import { residentBytes } from '../processor.ts';
import { infoLine, skippedLine } from '../report.ts';

/** The memory of each process after all previous measurements. Shared pages count in each process. */
export const memory: Measure = async ({ running }) => {
  if (process.platform !== 'linux') return [skippedLine('memory', 'only Linux has /proc')];
  const held = (pids: readonly number[]) =>
    pids.map((pid) => `${Math.round(residentBytes(pid) / 1_048_576)} MiB`).join(', ');
  return [
    infoLine('memory of a web process', held(running.webPids)),
    infoLine('memory of the worker', held(running.workerPids)),
  ];
};
