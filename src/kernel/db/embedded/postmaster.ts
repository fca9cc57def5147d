import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** How long backends may take to notice that their postmaster was killed; they check continuously. */
const MAX_ORPHAN_MS = 5_000;

/**
 * Returns the process id of the cluster's running postmaster.
 *
 * `postmaster.pid` alone proves nothing: after a crash its number may belong to another program of the same user, which
 * PostgreSQL cannot distinguish, so a stale file would prevent the start (common in containers).
 */
export function findPostmaster(cluster: string): number | undefined {
  const [line = '', folder = ''] = readPidFile(join(cluster, 'postmaster.pid')).split('\n');
  const pid = Number(line);
  return Number.isInteger(pid) && pid > 1 && runsIn(pid, cluster, folder) ? pid : undefined;
}

/** The postmaster removes the file when it ends, possibly between listing the folder and reading it. */
function readPidFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Cleans up after a crash: waits for (then kills) backends that outlived their postmaster, and removes the files that
 * hold its process id. PostgreSQL would trust them if the id is in use again, or still held by a zombie that a
 * container's init process never reaps.
 */
export async function cleanUpAfterCrash(cluster: string, socket: string): Promise<void> {
  const deadline = Date.now() + MAX_ORPHAN_MS;
  for (let orphans = findProcesses(cluster); orphans.length > 0; orphans = findProcesses(cluster)) {
    if (Date.now() > deadline) for (const pid of orphans) kill(pid);
    await pause(20);
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  for (const name of readdirSync(socket)) rmSync(join(socket, name), { force: true });
}

/**
 * Whether a process is PostgreSQL in this cluster, whose processes all work in its folder; anyone can have a shell there
 * too. Only such a process may be sent a signal. Without /proc the command line has to serve.
 */
function runsIn(pid: number, cluster: string, folder: string): boolean {
  if (existsSync('/proc/self/cwd')) return cwdOf(pid) === realpathSync(cluster) && isPostgres(pid);
  try {
    const ask = (column: string) =>
      execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
    return basename(ask('comm')) === 'postgres' && folder !== '' && ask('command').includes(folder);
  } catch {
    return false;
  }
}

function findProcesses(cluster: string): number[] {
  if (!existsSync('/proc/self/cwd') || !existsSync(cluster)) return [];
  const folder = realpathSync(cluster);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && cwdOf(pid) === folder && isPostgres(pid));
}

/** By the program's file, because a script may be called `postgres-backup`. */
function isPostgres(pid: number): boolean {
  const program = readLink(`/proc/${pid}/exe`);
  // The file of a running program may have been replaced by an upgrade.
  return program !== undefined && basename(program.replace(/ \(deleted\)$/, '')) === 'postgres';
}

const cwdOf = (pid: number): string | undefined => readLink(`/proc/${pid}/cwd`);

function readLink(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    // The process is gone, a zombie, or belongs to another user.
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}
