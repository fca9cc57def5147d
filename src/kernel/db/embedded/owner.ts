import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The account that a server process runs under; `undefined` means this process's own account. */
export interface Owner {
  name: string;
  uid: number;
  gid: number;
}

const UNPRIVILEGED = ['nobody', 'postgres', 'daemon'];

/**
 * Returns the account that PostgreSQL must run under, because it refuses root. For root: the owner of `folder`, or else
 * an unprivileged system account. For any other user: undefined, the user's own account.
 */
export function chooseOwner(folder: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  const holder = statSync(folder);
  if (holder.uid !== 0) {
    const account = accounts.find((candidate) => candidate.uid === holder.uid);
    // initdb looks up its user by name, so a uid without a name (in a container's mount) cannot run it.
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

/** Returns whether the account can enter `folder` and traverse all its parents, by asking the operating system. */
export function canEnter(owner: Owner, folder: string): boolean {
  return succeeds(owner, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
}

/** Returns whether the account can run the program and load its libraries, by running it with `--version`. */
export function canRun(owner: Owner | undefined, program: string): boolean {
  return succeeds(owner, program, ['--version']);
}

/** Options for `spawn` that run the child as the account. */
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
