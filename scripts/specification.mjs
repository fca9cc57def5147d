/**
 * `npm run specification`: runs the tests that docs/specification.md names, and prints each of its lines with ✓ or ✗. A
 * line holds if each of its tests ran and passed. `-- 41 42` runs these lines only.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './set-up/browser.ts';
import { root } from './set-up/root.mjs';
import { scratchRoot } from './set-up/scratch.ts';
import { runStep, tool } from './steps.mjs';
import { patternOf, readSpecification } from './test-tables.ts';

const wanted = process.argv.slice(2).map(Number);
const lines = readSpecification(readFileSync(join(root, 'docs/specification.md'), 'utf8')).filter(
  ({ number }) => wanted.length === 0 || wanted.includes(number),
);
const tests = lines.flatMap((line) => line.tests);
const isJourney = ({ file }) => file.startsWith('e2e/');
const scratch = mkdtempSync(join(scratchRoot(), 'guanlan-specification-'));
const env = { CHROMIUM: ensureBrowser() };

try {
  const results = [
    ...(await runVitest(tests.filter((test) => !isJourney(test)))),
    ...(await runPlaywright(tests.filter(isJourney))),
  ];
  const failed = lines.filter((line) => !report(line, results));
  console.log(`${lines.length - failed.length} of ${lines.length} lines hold`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function report({ number, section, text, tests: named }, results) {
  const faults = named.flatMap(({ file, title }) => {
    const pattern = new RegExp(`(^|\\s)${patternOf(title)}`);
    const ran = results.filter((result) => result.file === file && pattern.test(result.name));
    if (ran.length > 0 && ran.every(({ hasPassed }) => hasPassed)) return [];
    return [`    ${ran.length > 0 ? 'failed' : 'did not run'}: ${file} › ${title}`];
  });
  console.log([`${faults.length > 0 ? '✗' : '✓'} ${number} ${section} ${text}`, ...faults].join('\n'));
  return faults.length === 0;
}

function filesOf(named) {
  return [...new Set(named.map(({ file }) => file))];
}

function anyOf(named) {
  return [...new Set(named.map(({ title }) => patternOf(title)))].join('|');
}

async function runVitest(named) {
  if (named.length === 0) return [];
  const output = join(scratch, 'vitest.json');
  const args = ['run', ...filesOf(named), '-t', anyOf(named), '--reporter=json', `--outputFile=${output}`];
  await runStep('unit, component and integration tests', tool('vitest'), args, { env });
  return JSON.parse(readFileSync(output, 'utf8')).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({
        file: name.slice(root.length + 1),
        name: fullName,
        hasPassed: status === 'passed',
      })),
  );
}

async function runPlaywright(named) {
  if (named.length === 0) return [];
  const output = join(scratch, 'playwright.json');
  const args = ['test', ...filesOf(named), '--grep', anyOf(named), '--reporter=json'];
  await runStep('journeys', tool('playwright'), args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: output },
  });
  return JSON.parse(readFileSync(output, 'utf8')).suites.flatMap((suite) => specsOf(suite));
}

function specsOf({ suites = [], specs = [] }, outer = '') {
  return [
    ...specs.map(({ file, title, ok }) => ({
      file: `e2e/${file}`,
      name: `${outer} ${title}`,
      hasPassed: ok,
    })),
    ...suites.flatMap((suite) => specsOf(suite, suite.title)),
  ];
}
