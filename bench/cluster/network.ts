import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A machine: a network namespace with an address. Its processes share nothing but the files of this computer. */
export type Machine = {
  name: string;
  address: string;
  /** Its own folder. */
  folder: string;
  /** Starts a program on it; what it prints goes into the log of the folder. */
  run(command: readonly string[], options?: RunOptions): ChildProcess;
  /** Runs a program on it until it ends. @throws with what it printed if it fails */
  runToEnd(command: readonly string[], options?: RunOptions): string;
  /** Kills all its processes at once. */
  kill(): void;
  /** Cuts it off from the others: its packets are lost without an error. */
  cutOff(): void;
  /** Connects it again. */
  heal(): void;
};

type RunOptions = {
  env?: Record<string, string>;
  /** The account that runs it. Default: root. */
  user?: string;
  folder?: string;
};

export type Network = {
  /** The address of this process, which every machine reaches. */
  address: string;
  addMachine(name: string): Machine;
  close(): void;
};

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
/** The programs of a cluster by the Debian package that has them. */
const programs = {
  iproute2: ['/usr/sbin/ip'],
  'etcd-server': ['/usr/bin/etcd'],
  patroni: ['/usr/bin/patroni'],
  'postgresql-15': ['/usr/lib/postgresql/15/bin/postgres'],
  haproxy: ['/usr/sbin/haproxy'],
  varnish: ['/usr/sbin/varnishd'],
  'varnish-modules': [`${libraries}/varnish/vmods/libvmod_xkey.so`],
  'ceph-mon': ['/usr/bin/ceph-mon'],
  'ceph-osd': ['/usr/bin/ceph-osd'],
  'ceph-common': ['/usr/bin/ceph-authtool'],
  radosgw: ['/usr/bin/radosgw'],
};

/** @throws naming the missing Debian packages, and if this process is not root */
export function requirePrograms(exists: (path: string) => boolean): void {
  const missing = Object.entries(programs).flatMap(([name, paths]) => (paths.every(exists) ? [] : [name]));
  if (missing.length > 0)
    throw new Error(`install Debian's packages first: apt-get install ${missing.join(' ')}`);
  if (process.getuid?.() !== 0) throw new Error('network namespaces need root');
}

const bridge = 'guanlan0';
const subnet = '10.77.0';

/** Opens a network of machines on a bridge, which nothing outside of this computer reaches. */
export function openNetwork(folder: string): Network {
  const machines: Machine[] = [];
  removeOldNetwork();
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', `${subnet}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  return {
    address: `${subnet}.1`,
    addMachine(name) {
      const machine = addMachine(name, `${subnet}.${machines.length + 11}`, join(folder, name));
      machines.push(machine);
      return machine;
    },
    close() {
      for (const machine of machines) machine.kill();
      removeOldNetwork();
    },
  };
}

function addMachine(name: string, address: string, folder: string): Machine {
  const space = `guanlan-${name}`;
  const link = `gl-${name}`;
  mkdirSync(folder, { recursive: true });
  ip('netns', 'add', space);
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
  ip('link', 'set', link, 'master', bridge, 'up');
  for (const args of [
    ['address', 'add', `${address}/24`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
    ['link', 'set', 'lo', 'up'],
  ])
    ip('-n', space, ...args);
  const log = join(folder, 'output.log');
  const wrap = (command: readonly string[], user?: string) => [
    'netns',
    'exec',
    space,
    ...(user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', ...command] : command),
  ];
  const environment = (env: Record<string, string> = {}) => ({ ...process.env, HOSTNAME: name, ...env });
  return {
    name,
    address,
    folder,
    run(command, { env, user, folder: cwd = folder } = {}) {
      appendFileSync(log, `\n$ ${command.join(' ')}\n`);
      const output = openSync(log, 'a');
      const child = spawn('ip', wrap(command, user), {
        cwd,
        env: environment(env),
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      return child;
    },
    runToEnd(command, { env, user, folder: cwd = folder } = {}) {
      const { status, stdout, stderr } = spawnSync('ip', wrap(command, user), {
        cwd,
        env: environment(env),
        encoding: 'utf8',
        timeout: 60_000,
      });
      if (status !== 0) throw new Error(`${name}: ${command.join(' ')}: ${stderr || stdout}`);
      return stdout;
    },
    kill: () => killProcesses(space),
    cutOff: () => ip('link', 'set', link, 'down'),
    heal: () => ip('link', 'set', link, 'up'),
  };
}

function killProcesses(space: string): void {
  const { stdout } = spawnSync('ip', ['netns', 'pids', space], { encoding: 'utf8' });
  for (const pid of stdout.split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
}

/** Removes what a run left that was itself killed. */
function removeOldNetwork(): void {
  const { stdout } = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' });
  for (const [space = ''] of stdout.matchAll(/^guanlan-\S+/gm)) {
    killProcesses(space);
    spawnSync('ip', ['netns', 'delete', space]);
  }
  spawnSync('ip', ['link', 'delete', bridge]);
}

/** Empties a folder that an account other than root writes to. */
export function emptyFolder(folder: string, user: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  execFileSync('chown', [user, folder]);
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
