import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** How long the children of a killed postmaster may take to notice; they look at it all the time. */
const ORPHANS_MS = 5_000;

/**
 * The process id of the cluster's running postmaster.
 * `postmaster.pid` alone proves nothing: after a crash its number may belong to any program of the same user,
 * which PostgreSQL itself cannot tell apart, so a stale file would keep it from starting (common in containers).
 */
export function findPostmaster(cluster: string): number | undefined {
  const [line = '', folder = ''] = readPidFile(join(cluster, 'postmaster.pid')).split('\n');
  const pid = Number(line);
  return Number.isInteger(pid) && pid > 1 && worksIn(pid, cluster, folder) ? pid : undefined;
}

/** The postmaster removes it when it ends, also between a look at the folder and the reading. */
function readPidFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * After a crash: waits for (then ends) backends that outlived their postmaster, and removes the files in which
 * it kept its process id. PostgreSQL would believe them if the number is in use again, or still by a zombie
 * that a container's first process never buries.
 */
export async function clearRemains(cluster: string, socket: string): Promise<void> {
  const deadline = Date.now() + ORPHANS_MS;
  for (let orphans = findWorkers(cluster); orphans.length > 0; orphans = findWorkers(cluster)) {
    if (Date.now() > deadline) for (const pid of orphans) kill(pid);
    await pause(20);
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  for (const name of readdirSync(socket)) rmSync(join(socket, name), { force: true });
}

/** Every PostgreSQL process works in its cluster's folder; without /proc its command line has to do. */
function worksIn(pid: number, cluster: string, folder: string): boolean {
  if (existsSync('/proc/self/cwd')) return cwdOf(pid) === realpathSync(cluster);
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(folder);
  } catch {
    return false;
  }
}

function findWorkers(cluster: string): number[] {
  if (!existsSync('/proc/self/cwd') || !existsSync(cluster)) return [];
  const folder = realpathSync(cluster);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && cwdOf(pid) === folder && isPostgres(pid));
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

function cwdOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Gone, a zombie, or somebody else's.
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went by itself.
  }
}
