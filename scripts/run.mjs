/**
 * Entry point of every script in package.json: `node scripts/run.mjs <task> [arguments]`. Plain JavaScript that
 * requires only Node 20: it installs missing packages, builds what changed, and runs the task under the Node version
 * that package.json pins.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureBuilt } from './set-up/build.mjs';
import { ensureInstalled } from './set-up/install.mjs';
import { pinnedNode, root } from './set-up/root.mjs';

/** Folders of the server; Vite watches those of the browser. */
const SERVER_FOLDERS = ['main', 'kernel', 'features', 'scale', 'shared'];

const TASKS = {
  start: { mode: 'production', builds: true, program: ['src/main/serve.ts'] },
  guanlan: { mode: 'production', program: ['src/main/cli.ts'] },
  dev: {
    mode: 'development',
    program: [
      ...SERVER_FOLDERS.map((folder) => `--watch-path=src/${folder}`),
      '--watch-preserve-output',
      'src/main/serve.ts',
    ],
  },
  bench: { mode: 'production', builds: true, program: ['bench/run.ts'] },
  older: { mode: 'production', builds: true, program: ['bench/older.ts'] },
  crash: { mode: 'production', builds: true, program: ['bench/crash.ts'] },
  cluster: { mode: 'production', builds: true, program: ['bench/cluster.ts'] },
  fuzz: { builds: true, program: ['bench/fuzz.ts'] },
  draw: { program: ['scripts/draw-imports.mjs'] },
  measure: { program: ['scripts/measure-code.mjs'] },
  tables: { program: ['scripts/generate-tables.ts'] },
  release: { builds: true, program: ['scripts/release.mjs'] },
  specification: { builds: true, program: ['scripts/specification.mjs'] },
  faults: { program: ['scripts/faults.ts'] },
  check: { program: ['scripts/check.mjs'] },
  test: { program: ['scripts/test.mjs'] },
  'test:deep': { program: ['scripts/test-deep.mjs'] },
  build: { builds: true },
};

/**
 * V8 lets the young generation grow to 64 MB and more while a process loads, and keeps it. Semi-spaces of 8 MB
 * cost no processor time that could be measured (13.7 ms a page rendered, 15.7 without the limit). On a machine with much
 * memory it collects garbage only when the heap is nearly four times what is in use: 376 MB of a web process whose objects
 * take 105 MB. With much less garbage (40 %) collections took 0.62 ms of the main thread a page rendered, 0.65 without
 * the limit. A process collects garbage once after its start (`src/main/trim-heap.ts`). One value for all processes: compiled
 * code is cached by these flags.
 */
const MEMORY_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--expose-gc'];

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`观澜需要 Node.js 20 或更高版本，当前是 ${process.version}。`);
  process.exit(1);
}
const [name, ...rest] = process.argv.slice(2);
const task = TASKS[name];
if (!task) {
  console.error(`用法：node scripts/run.mjs ${Object.keys(TASKS).join('|')} [参数]`);
  process.exit(1);
}
ensureInstalled();
if (task.builds) ensureBuilt();
if (task.program) run(task, rest);

function run({ mode, program }, args) {
  const flags = ['--disable-warning=ExperimentalWarning', ...MEMORY_FLAGS, ...program, ...args];
  const env = {
    ...process.env,
    ...(mode && { NODE_ENV: mode }),
    // Tools that begin with `#!/usr/bin/env node` run under the pinned Node too, with or without npm.
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    // Caches compiled code between starts, which halves the loading time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled'),
    // Relative paths refer to the caller's folder, and npm changes the working directory.
    INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
  };
  if (canReplace()) replace(flags, env);
  const child = spawn(pinnedNode, flags, {
    cwd: root,
    // The channel closes when this process is killed, which tells the child to end.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  });
  const watching = process.env.npm_lifecycle_event && watchParent(child);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      // npm exits before this process; the watcher would report that as a second signal, on which the child stops at
      // once without a graceful shutdown.
      clearInterval(watching);
      child.kill(signal);
    });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

/**
 * Whether the task can take the place of this process, which saves 15 MB. Under npm this process watches its parents, and one
 * with a channel may be waited for by another program.
 */
function canReplace() {
  const { npm_lifecycle_event: underNpm } = process.env;
  return typeof process.execve === 'function' && process.platform !== 'win32' && !underNpm && !process.send;
}

function replace(args, env) {
  // Node warns that `execve` is experimental.
  process.removeAllListeners('warning');
  process.chdir(root);
  process.execve(pinnedNode, [pinnedNode, ...args], env);
}

/** Under npm the parents are a shell and npm. If SIGKILL ends one of them, nothing else would stop the child. */
function watchParent(child) {
  const parents = findParents();
  const watching = setInterval(() => {
    if (findParents() === parents) return;
    clearInterval(watching);
    child.kill('SIGTERM');
  }, 1000).unref();
  return watching;
}

function findParents() {
  try {
    const [, , , grandparent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
      .replace(/\(.*\)/s, '()')
      .split(' ');
    return `${process.ppid} ${grandparent}`;
  } catch {
    return String(process.ppid);
  }
}
