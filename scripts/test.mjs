/**
 * `npm test`: runs the checks, the unit, component and integration tests, and the end-to-end journeys in a browser
 * against the built portal. It continues after failures; the last line is the verdict. `npm test -- --changed` runs the
 * checks, the tests that the change since main affects, and the journeys tagged @smoke.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findBase, integrationFilters, listChanges } from './changed.mjs';
import { ensureBrowser } from './set-up/browser.ts';
import { scratchRoot } from './set-up/scratch.ts';
import { CHECKS, runStep, runSteps, tool } from './steps.mjs';

const { changed: isPartial } = parseArgs({ options: { changed: { type: 'boolean' } } }).values;
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
let passed = 0;
/** Steps and tests that failed, printed at the end, after the journeys' long output. */
const failed = [];

try {
  const portal = [
    ['build', process.execPath, ['scripts/run.mjs', 'build']],
    ["the journeys' portal", process.execPath, ['e2e/global-set-up.ts'], { env: journeysEnv }],
  ];
  failed.push(...(await Promise.all([runSteps(portal, 1), runSteps(CHECKS, 1)])).flat());
  if (isPartial) await runChanged();
  else await runVitest('unit, component and integration tests', []);
  await runPlaywright(isPartial ? ['--grep', '@smoke'] : []);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const name of failed) console.log(`failed: ${name}`);
console.log(`\nall steps took ${((Date.now() - started) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);

async function runChanged() {
  const base = findBase();
  const files = listChanges(base);
  const filters = integrationFilters(files);
  console.log(`changed since ${base.slice(0, 10)}: ${files.join(', ') || 'nothing'}`);
  console.log(`integration tests: ${filters?.join(' ') || (filters ? 'none' : 'all')}`);
  const projects = ['unit', 'isolated', 'browser'].flatMap((name) => ['--project', name]);
  const light = [...projects, '--changed', base, '--passWithNoTests'];
  await runVitest('unit and component tests', light);
  if (filters?.length !== 0)
    await runVitest('integration tests', [
      '--project',
      'integration',
      '--passWithNoTests',
      ...(filters ?? []),
    ]);
}

async function runVitest(name, more) {
  const report = join(scratch, `${name}.json`);
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...more];
  const isGood = await runStep(name, tool('vitest'), args, { isLoud: true, env });
  const { numPassedTests = 0, testResults = [] } = readReport(report);
  const failures = [];
  for (const file of testResults)
    for (const { status, fullName } of file.assertionResults)
      if (status === 'failed') failures.push(`${relative(process.cwd(), file.name)}: ${fullName}`);
  count(name, numPassedTests, failures, isGood);
}

async function runPlaywright(more) {
  const name = 'browser journeys';
  const report = join(scratch, 'playwright.json');
  const isGood = await runStep(name, tool('playwright'), ['test', '--reporter=list,json', ...more], {
    isLoud: true,
    env: { ...journeysEnv, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const { stats = {}, suites = [] } = readReport(report);
  count(name, stats.expected ?? 0, listFailedJourneys(suites), isGood);
}

function listFailedJourneys(suites) {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`),
    ...listFailedJourneys(inner),
  ]);
}

/** A run that fails without a failed test (a file that does not load, a server that does not start) counts as one. */
function count(name, passes, failures, isGood) {
  passed += passes;
  failed.push(...(isGood || failures.length > 0 ? failures : [name]));
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Returns a port below the ephemeral range; the portals' servers use the ports after it. */
function freePort() {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(freePort()));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(port)));
  });
}
