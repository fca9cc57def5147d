import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The account a server process runs under; `undefined` wherever it appears means "this process's own". */
export interface Owner {
  name: string;
  uid: number;
  gid: number;
}

const UNPRIVILEGED = ['nobody', 'postgres', 'daemon'];

/**
 * The account PostgreSQL must run under, because it refuses root: for root, whoever owns `folder` already,
 * or else an unprivileged system account; for everyone else nobody but themselves.
 */
export function chooseOwner(folder: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  const holder = statSync(folder);
  if (holder.uid !== 0) {
    const account = accounts.find((candidate) => candidate.uid === holder.uid);
    // initdb looks its user up by name, so a number without a name (a container's mount) cannot run it.
    if (account) return account;
  }
  for (const name of UNPRIVILEGED) {
    const account = accounts.find((candidate) => candidate.name === name);
    if (account) return account;
  }
  throw new Error(
    'PostgreSQL 拒绝以 root 运行，而系统没有 nobody、postgres、daemon 中的任何一个用户。请用普通用户启动，或设置 DATABASE_URL。',
  );
}

/** Whether the account can pass through every folder above `folder` and enter it; asked of the system itself. */
export function canEnter(owner: Owner, folder: string): boolean {
  return succeeds(owner, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
}

/** Whether the account can run the program (and load its libraries): it is run with `--version`. */
export function canRun(owner: Owner | undefined, program: string): boolean {
  return succeeds(owner, program, ['--version']);
}

/** Options for `spawn` that make the child run as the account. */
export function runAs(owner: Owner | undefined): { uid?: number; gid?: number } {
  return owner ? { uid: owner.uid, gid: owner.gid } : {};
}

function succeeds(owner: Owner | undefined, program: string, args: string[]): boolean {
  return spawnSync(program, args, { ...runAs(owner), cwd: '/', stdio: 'ignore' }).status === 0;
}

function readAccounts(): Owner[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
