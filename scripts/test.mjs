/**
 * `npm test`: the checks, the unit and integration tests on a real PostgreSQL, the component tests in a browser, and
 * the journeys of a browser through the built portal. All of them run, also after one that fails; the last line counts.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './set-up/browser.mjs';
import { root } from './set-up/root.mjs';
import { runChecks, runStep } from './steps.mjs';

const chromium = ensureBrowser();
const scratch = mkdtempSync(join(tmpdir(), 'guanlan-npm-test-'));
// Run by root, PostgreSQL is another user: let in here, it leaves nothing anywhere else.
chmodSync(scratch, 0o755);
const tool = (name) => join(root, 'node_modules', '.bin', name);
let passed = 0;
let failed = 0;

try {
  failed += runChecks();
  runVitest();
  if (runStep('build', process.execPath, ['scripts/run.mjs', 'build'])) runPlaywright(await freePort());
  else failed += 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function runVitest() {
  const report = join(scratch, 'vitest.json');
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const isGood = runStep('unit, integration and component tests', tool('vitest'), args, {
    isLoud: true,
    env: { CHROMIUM: chromium },
  });
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  count(numPassedTests, numFailedTests, isGood);
}

function runPlaywright(port) {
  const report = join(scratch, 'playwright.json');
  const isGood = runStep('browser journeys', tool('playwright'), ['test', '--reporter=list,json'], {
    isLoud: true,
    env: {
      CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      E2E_PORT: String(port),
      // As new as on the first start: a journey must not lean on what an earlier run left.
      E2E_DATA_DIR: join(scratch, 'data'),
    },
  });
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(report).stats ?? {};
  count(expected + flaky, unexpected, isGood);
  if (flaky > 0) console.log(`! ${flaky} of the journeys passed only when run again; they are listed above`);
}

/** A run that fails without a failed test (a file that does not load, a server that does not start) counts as one. */
function count(passes, failures, isGood) {
  passed += passes;
  failed += isGood ? failures : Math.max(failures, 1);
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen({ port: 0, host: '127.0.0.1' }, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
