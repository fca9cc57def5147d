/**
 * The one way in: `node scripts/run.mjs <task> [arguments]`, what every script of package.json does.
 * Plain JavaScript that needs nothing but Node 20: it installs what is missing, builds what changed, and runs
 * the task under the Node that package.json pins.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureBuilt } from './set-up/build.mjs';
import { ensureInstalled } from './set-up/install.mjs';
import { pinnedNode, root } from './set-up/root.mjs';

/** Rooms the server is made of; Vite watches those of the browser. */
const SERVER_ROOMS = ['main', 'kernel', 'features', 'shared'];

const TASKS = {
  start: { mode: 'production', builds: true, program: ['src/main/serve.ts'] },
  guanlan: { mode: 'production', program: ['src/main/cli.ts'] },
  dev: {
    mode: 'development',
    program: [
      ...SERVER_ROOMS.map((room) => `--watch-path=src/${room}`),
      '--watch-preserve-output',
      'src/main/serve.ts',
    ],
  },
  bench: { mode: 'production', builds: true, program: ['bench/run.ts'] },
  crash: { mode: 'production', builds: true, program: ['bench/crash.ts'] },
  fuzz: { builds: true, program: ['bench/fuzz.ts'] },
  draw: { program: ['scripts/draw-imports.mjs'] },
  measure: { program: ['scripts/measure-code.mjs'] },
  tables: { program: ['scripts/generate-tables.ts'] },
  check: { program: ['scripts/check.mjs'] },
  test: { program: ['scripts/test.mjs'] },
  build: { builds: true },
};

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
  const child = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', ...program, ...args], {
    cwd: root,
    // The channel tells the child that this process is gone, should it be killed without a chance to say so.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...(mode && { NODE_ENV: mode }),
      // Tools that begin with `#!/usr/bin/env node` get the pinned one too, npm or not.
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
      // Compiled code is kept between starts, which halves the time that loading it takes.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled'),
      // Relative paths are the caller's, and npm changes the working folder.
      INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    },
  });
  const watching = process.env.npm_lifecycle_event && watchParent(child);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      // npm ends before us: taken for a second signal, its end would make the child stop at once, in no order.
      clearInterval(watching);
      child.kill(signal);
    });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

/** Under npm the parents are a shell and npm. If either is killed outright nobody would ever stop the child. */
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
