/** What `npm test` and `npm run test:deep` share: they run steps, count what passed and failed, and print what each cost. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { freePort } from '../src/testing/free-port.ts';
import { ensureBrowser } from './set-up/browser.ts';
import { root } from './set-up/root.mjs';
import { scratchRoot } from './set-up/scratch.ts';
import { runStep, runSteps, tool } from './steps.mjs';

/** Opens a run; `end` prints its result and exits. */
export async function openRun() {
  const started = Date.now();
  const scratch = mkdtempSync(join(scratchRoot(), 'guanlan-npm-test-'));
  // As root, PostgreSQL runs as another user: access to this folder keeps its files here.
  chmodSync(scratch, 0o755);
  const env = { CHROMIUM: ensureBrowser() };
  const journeysEnv = {
    ...env,
    E2E_PORT: String(await freePort()),
    // A new portal, since a journey must not depend on what an earlier run left behind.
    E2E_DATA_DIR: join(scratch, 'data'),
  };
  /** The step in parallel with the checks that builds the site and prepares the journeys' portal. */
  const preparation = [
    ['build', process.execPath, ['scripts/run.mjs', 'build']],
    ["the journeys' portal", process.execPath, ['e2e/global-set-up.ts'], { env: journeysEnv }],
  ];
  let passed = 0;
  /** Steps and tests that failed, printed at the end, after the journeys' long output. */
  const failed = [];
  const layers = [];
  const files = [];

  /** Measures what a layer of tests costs. Processor time is that of the whole machine meanwhile. */
  async function measure(layer, work) {
    const before = { ms: Date.now(), cpu: machineSeconds(), passed };
    await work();
    layers.push({
      layer,
      tests: passed - before.passed,
      processor: machineSeconds() - before.cpu,
      seconds: (Date.now() - before.ms) / 1000,
    });
  }

  async function runVitest(name, args, more = {}) {
    const report = join(scratch, `${name}.json`);
    const all = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...args];
    const isGood = await runStep(name, tool('vitest'), all, { isLoud: true, env: { ...env, ...more } });
    const { numPassedTests = 0, testResults = [] } = readReport(report);
    const failures = [];
    for (const { name: path, assertionResults } of testResults) {
      const file = relative(root, path);
      const ran = assertionResults.filter(({ status }) => status === 'passed' || status === 'failed');
      addFile(file, ran.length, ran.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000);
      for (const { status, fullName, failureMessages } of ran)
        if (status === 'failed') failures.push(`${file}: ${fullName}${showCause(failureMessages)}`);
    }
    count(name, numPassedTests, failures, isGood);
  }

  async function runPlaywright(args) {
    const name = 'browser journeys';
    const report = join(scratch, 'playwright.json');
    const isGood = await runStep(name, tool('playwright'), ['test', '--reporter=list,json', ...args], {
      isLoud: true,
      env: { ...journeysEnv, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    const { stats = {}, suites = [] } = readReport(report);
    const journeys = listJourneys(suites);
    for (const { file, seconds } of journeys) addFile(`e2e/${file}`, 1, seconds);
    const failures = journeys
      .filter(({ ok }) => !ok)
      .map(({ file, title, errors }) => `${file}: ${title}${showCause(errors)}`);
    count(name, stats.expected ?? 0, failures, isGood);
  }

  /** A run that fails without a failed test (a file that does not load, a server that does not start) counts as one. */
  function count(name, passes, failures, isGood) {
    passed += passes;
    failed.push(...(isGood || failures.length > 0 ? failures : [name]));
  }

  function addFile(file, tests, seconds) {
    const known = files.find((one) => one.file === file);
    if (!known) files.push({ file, tests, seconds });
    else Object.assign(known, { tests: known.tests + tests, seconds: known.seconds + seconds });
  }

  return {
    measure,
    preparation,
    runVitest,
    runPlaywright,
    runSteps: async (steps, maxConcurrent) => failed.push(...(await runSteps(steps, maxConcurrent))),
    close: () => rmSync(scratch, { recursive: true, force: true }),
    /** Prints what each layer and the most expensive files cost, and the verdict as the last line. */
    end() {
      printCosts(layers, files);
      for (const name of failed) console.log(`failed: ${name}`);
      console.log(`\nall steps took ${((Date.now() - started) / 1000).toFixed(0)} s`);
      console.log(`${passed} passed, ${failed.length} failed`);
      process.exit(failed.length > 0 ? 1 : 0);
    },
  };
}

function printCosts(layers, files) {
  const row = (...cells) =>
    console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(26) : cell.padStart(14))).join(''));
  console.log('');
  row('layer', 'tests', 'processor s', 'seconds');
  for (const { layer, tests, processor, seconds } of layers)
    row(layer, String(tests), processor.toFixed(0), seconds.toFixed(0));
  console.log('\nthe ten most expensive files (seconds of a worker, tests)');
  for (const { file, tests, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)} ${String(tests).padStart(5)}  ${file}`);
}

function listJourneys(suites) {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs.map(({ ok, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      return {
        ...{ file, ok, title },
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        errors: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
      };
    }),
    ...listJourneys(inner),
  ]);
}

/** Why a test failed, below its name: who reads a run elsewhere has only the end of its output. */
function showCause(messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  const told = lines.filter((line) => line.trim() && !line.includes('node_modules'));
  return told
    .slice(0, 15)
    .map((line) => `\n    ${line.slice(0, 300)}`)
    .join('');
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Processor seconds of the machine since its start, since browsers and servers leave no account; 0 where /proc does not exist. */
function machineSeconds() {
  try {
    const [, user, nice, system] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number);
    return (user + nice + system) / 100;
  } catch {
    return 0;
  }
}
