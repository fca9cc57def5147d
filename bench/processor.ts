import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc are hundredths of a second on Linux. */
const tickMs = 10;

type Stat = { parent: number; ticks: number; childTicks: number };

/**
 * Returns the processor time in ms that these processes and all their descendants have used so far, including
 * descendants that have ended and were waited for. Linux only.
 */
export function processorMs(roots: readonly number[]): number {
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = readStat(Number(name));
        return stat ? [[Number(name), stat] as const] : [];
      }),
  );
  const isDescendant = (pid: number): boolean =>
    roots.includes(pid) || (stats.has(pid) && pid > 1 && isDescendant(stats.get(pid)?.parent ?? 0));
  let ticks = 0;
  for (const [pid, stat] of stats) if (isDescendant(pid)) ticks += stat.ticks + stat.childTicks;
  return ticks * tickMs;
}

/** Returns the processor time in ms of this process and of its children that have ended. */
export function ownProcessorMs(): number {
  const { ticks = 0, childTicks = 0 } = readStat(process.pid) ?? {};
  return (ticks + childTicks) * tickMs;
}

function readStat(pid: number): Stat | null {
  try {
    // The name in parentheses may contain any characters.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return { parent, ticks: user + system, childTicks: childUser + childSystem };
  } catch {
    // The process has ended since the folder was listed.
    return null;
  }
}

/** Returns the resident memory of a process in bytes; shared pages count in each process. */
export function residentBytes(pid: number): number {
  const kB = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kB ?? 0) * 1024;
}

/**
 * Returns the memory of a process in bytes, with its share of the pages that several processes have in common; 0 if it has
 * ended.
 */
export function proportionalBytes(pid: number): number {
  try {
    const kB = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kB ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Returns these processes and all their descendants. */
export function descendantsOf(pids: readonly number[]): number[] {
  return pids.flatMap((pid) => [pid, ...descendantsOf(childrenOf(pid))]);
}

/** Returns the children of a process. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => readStat(one)?.parent === pid);

export const parentOf = (pid: number): number => readStat(pid)?.parent ?? 0;
