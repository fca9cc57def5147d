/**
 * `npm run faults -- [numbers]`: measures what the tests catch. Applies each fault of `scripts/faults/` alone in a copy of
 * the tree and runs the tests that should see it until the first one fails: those of `npm test`, lower levels first, and
 * then those of `npm run test:deep`. An interrupted run goes on where it stopped; the result file is valid for one state of
 * the tree. With numbers it runs only those, again, and fails if one of them is not caught.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { faults, type LocatedFault, locateFaults } from './faults/table.ts';
import { ensureBrowser } from './set-up/browser.ts';
import { isDeep, testLayers } from './test-files.ts';

const root = join(import.meta.dirname, '..');

/** Kinds of tests in the order in which they run. */
const levels = [...testLayers, 'deep'] as const;
type Level = (typeof levels)[number];
/** `test`: the title of the test that failed; null if none did. */
type Result = { test: string | null; level: Level | null; seconds: number };
type Results = { tree: string; results: Record<string, Result> };

/** Git ignores it: copies of the tree, and the result file. */
const folder = join(root, '.faults');
const resultFile = join(folder, 'results.json');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)));
const tree = hashTree();
const chosen = readNumbers();
const located = locateFaults().filter(({ number }) => chosen.length === 0 || chosen.includes(number));
const results = chosen.length === 0 ? readResults() : {};
const queue = located.filter((fault) => !(keyOf(fault) in results));
const browser = ensureBrowser();

console.log(
  `${located.length} of ${faults.length} faults, ${located.length - queue.length} of them already tried`,
);
const copies = Math.min(availableParallelism(), queue.length);
const folders = Array.from({ length: copies }, (_, index) => makeCopy(join(folder, `copy-${index}`)));
await Promise.all(folders.map((copy, index) => tryQueued(copy, index)));
report();

async function tryQueued(copy: string, index: number): Promise<void> {
  for (let fault = queue.shift(); fault; fault = queue.shift()) {
    const started = Date.now();
    const path = join(copy, fault.file);
    const source = readFileSync(path, 'utf8');
    // A function, since `$` has a meaning in a replacement text.
    const { find, replace } = fault;
    writeFileSync(
      path,
      source.replace(find, () => replace),
    );
    let result: Omit<Result, 'seconds'> = { test: null, level: null };
    try {
      for (const level of levels) {
        const test = await findFailure(copy, index, level, fault);
        if (!test) continue;
        result = { test, level };
        break;
      }
    } catch (error) {
      // Without a result, the next run tries it again.
      console.log(`${fault.number} ${fault.breaks} (${fault.file})\n   ? ${String(error)}`);
      continue;
    } finally {
      writeFileSync(path, source);
    }
    const seconds = Math.round((Date.now() - started) / 1000);
    results[keyOf(fault)] = { ...result, seconds };
    if (chosen.length === 0) writeResults();
    const verdict = result.test ? `✓ ${result.level}: ${result.test}` : '✗ no test fails';
    console.log(`${fault.number} ${fault.breaks} (${fault.file})\n   ${verdict} (${seconds} s)`);
  }
}

/** Runs the tests of a level in a copy, as `npm test` and `npm run test:deep` do. @returns the first that fails */
async function findFailure(
  copy: string,
  index: number,
  level: Level,
  { tests }: LocatedFault,
): Promise<string | undefined> {
  const output = join(folder, `report-${index}.json`);
  const where: Where = {
    copy,
    output,
    // Run from the copy, its own entry point puts the pinned Node and the tools of its node_modules on the path.
    env: {
      ...process.env,
      CHROMIUM: browser,
      E2E_PORT: String(14_000 + 1000 * index),
      PLAYWRIGHT_JSON_OUTPUT_NAME: output,
    },
  };
  const lower = tests['unit and integration'];
  const components = tests.components;
  switch (level) {
    case 'unit and integration':
      return findFailedTest(where, ['--tags-filter=!deep', ...lower.filter((file) => !isDeep(file))]);
    case 'components':
      return (
        (await findFailedTest(where, ['--tags-filter=!strict', ...components], 'production')) ??
        (await findFailedTest(where, ['--tags-filter=strict', ...components]))
      );
    case 'journeys':
      return findFailedJourney(where, ['--grep-invert', '@deep', ...tests.journeys]);
    case 'deep':
      return (
        (await findFailedTest(where, lower.filter(isDeep))) ??
        (await findFailedTest(where, ['--tags-filter=deep', ...lower.filter((file) => !isDeep(file))])) ??
        (await findFailedJourney(where, ['--grep', '@deep', ...tests.journeys]))
      );
  }
}

type Where = { copy: string; output: string; env: NodeJS.ProcessEnv };

async function findFailedJourney({ copy, output, env }: Where, args: string[]): Promise<string | undefined> {
  if (!args.some((arg) => arg.endsWith('.ts'))) return undefined;
  const built = await run(process.execPath, ['scripts/run.mjs', 'build'], copy, env);
  if (built.code !== 0) return `the build fails: ${built.output.slice(-500)}`;
  rmSync(output, { force: true });
  const { code, output: printed } = await run(
    join(copy, 'node_modules', '.bin', 'playwright'),
    ['test', '--reporter=json', '--workers=1', '--max-failures=1', '--pass-with-no-tests', ...args],
    copy,
    env,
  );
  return code === 0 ? undefined : (findFailedSpec(readJson(output)) ?? undecided(printed));
}

async function findFailedTest(
  { copy, output, env }: Where,
  args: string[],
  NODE_ENV = 'test',
): Promise<string | undefined> {
  if (!args.some((arg) => /\.tsx?$/.test(arg))) return undefined;
  rmSync(output, { force: true });
  const { code, output: printed } = await run(
    join(copy, 'node_modules', '.bin', 'vitest'),
    ['run', '--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${output}`, ...args],
    copy,
    { ...env, NODE_ENV },
  );
  if (code === 0) return undefined;
  const { testResults = [] } = readJson(output) ?? {};
  for (const { name, assertionResults, message } of testResults) {
    const failure = assertionResults.find(({ status }: { status: string }) => status === 'failed');
    if (failure) return `${relative(copy, name)}: ${failure.fullName}`;
    if (message) return `${relative(copy, name)} does not load: ${message.slice(0, 200)}`;
  }
  return undecided(printed);
}

/** A run that fails without a failed test says nothing about the fault: the machine was too busy, or a tool ended. */
function undecided(printed: string): never {
  throw new Error(`the run failed without a failed test: ${printed.slice(-500)}`);
}

// biome-ignore lint/suspicious/noExplicitAny: the report of a test tool
function findFailedSpec({ suites = [] }: any = {}): string | undefined {
  for (const { file, specs = [], suites: inner = [] } of suites) {
    for (const { ok, title, tests } of specs) {
      const hasRun = tests.some(({ results }: { results: unknown[] }) => results.length > 0);
      if (!ok && hasRun) return `${file}: ${title}`;
    }
    const found = findFailedSpec({ suites: inner });
    if (found) return found;
  }
  return undefined;
}

function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk).slice(-20_000);
      });
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Makes a copy of the tree, or brings an earlier one up to date, with hard links to the installed packages. */
function makeCopy(copy: string): string {
  const kept = new Set(['node_modules', 'dist']);
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(copy))
    if (!kept.has(name)) rmSync(join(copy, name), { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stamp = join(copy, 'node_modules', '.copied-from');
  if (!existsSync(stamp) || !readFileSync(stamp).equals(lock)) {
    rmSync(join(copy, 'node_modules'), { recursive: true, force: true });
    const source = join(root, 'node_modules');
    execFileSync('cp', ['-al', source, join(copy, 'node_modules')]);
    // Caches are written in place, so the copy has its own.
    for (const cache of ['.cache', '.vite'])
      rmSync(join(copy, 'node_modules', cache), { recursive: true, force: true });
    writeFileSync(stamp, lock);
  }
  return copy;
}

function report(): void {
  const tried = located.flatMap((fault) => {
    const result = results[keyOf(fault)];
    if (!result) console.log(`undecided: ${fault.number} ${fault.breaks}`);
    return result ? [{ ...fault, result }] : [];
  });
  const rows = Object.entries(Object.groupBy(tried, ({ layer }) => layer)).map(([layer, ofLayer = []]) => [
    layer,
    ofLayer.length,
    ...levels.map((level) => ofLayer.filter(({ result }) => result.level === level).length),
  ]);
  console.log(`\n${['layer', 'faults', ...levels].join('\t')}`);
  for (const row of rows) console.log(row.join('\t'));
  const missed = tried.filter(({ result }) => !result.test);
  for (const { number, breaks } of missed) console.log(`not caught: ${number} ${breaks}`);
  const deep = tried.filter(({ result }) => result.level === 'deep').length;
  const gate = tried.length - missed.length - deep;
  const share = ((100 * gate) / tried.length).toFixed(1);
  console.log(`${gate} of ${tried.length} caught by npm test (${share} %), ${deep} more by the deep tests`);
  if (chosen.length > 0 && missed.length > 0) process.exitCode = 1;
}

function readNumbers(): number[] {
  const numbers = process.argv.slice(2).map(Number);
  const wrong = numbers.find((number) => !Number.isInteger(number) || number < 1 || number > faults.length);
  if (wrong === undefined) return numbers;
  console.error(`The faults are numbered from 1 to ${faults.length}.`);
  process.exit(1);
}

/** Identifies a fault in the result file, whatever its number becomes. */
function keyOf({ find, replace, seenBy }: LocatedFault): string {
  return createHash('sha256')
    .update(JSON.stringify([find, replace, seenBy]))
    .digest('hex')
    .slice(0, 16);
}

/** A result holds for one state of the sources and tests; the table itself may grow meanwhile. */
function hashTree(): string {
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !name.startsWith('scripts/faults') && !name.endsWith('.md')))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function readResults(): Record<string, Result> {
  const saved = readJson(resultFile) as Results | undefined;
  return saved?.tree === tree ? saved.results : {};
}

function writeResults(): void {
  writeFileSync(`${resultFile}.part`, JSON.stringify({ tree, results } satisfies Results, null, 1));
  renameSync(`${resultFile}.part`, resultFile);
}

// biome-ignore lint/suspicious/noExplicitAny: the caller knows what it reads
function readJson(file: string): any {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
