import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSpecification, readTests } from './test-tables.ts';

const root = join(import.meta.dirname, '..');
const lines = readFileSync(join(root, 'docs/security.md'), 'utf8').split('\n');

type Row = { claim: string; file: string; title: string };

const readRow = (claim: string, cell: string): Row[] =>
  readTests(cell).map((test) => ({ claim: claim.trim(), ...test }));

const rows = lines.flatMap((line) => {
  const [, claim = '', cell = ''] = /^\| (.+?) \| (`.+?` › .+?) *\|$/.exec(line) ?? [];
  return /^\d/.test(claim) ? [] : readRow(claim, cell);
});

/** Rows of the ASVS tables: `| 1.2.6, 1.2.7 | mechanism | test |`; `—` means no test. */
const asvsRows = lines.flatMap((line) => {
  const [, numbers = '', mechanism = '', cell = ''] =
    /^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) +\| (.+?) \| (.+?) *\|$/.exec(line) ?? [];
  return numbers ? [{ numbers: numbers.split(', '), mechanism, cell }] : [];
});

/** ASVS 5.0.0: the number of Level 1 and 2 requirements in each section; they are the section's first ones. */
const sections =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 ' +
  '5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 ' +
  '8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 ' +
  '11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 ' +
  '16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2';
const requirements = sections.split(' ').flatMap((entry) => {
  const [section = '', count = ''] = entry.split(':');
  return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`);
});

/** The status at the beginning of a mechanism, as in the summary's columns. */
const statuses = ['met', 'operator', 'not met', 'not applicable'];
const statusOf = (mechanism: string): string =>
  statuses.find((status) => mechanism.startsWith(`${status}:`)) ?? 'met';

test('the table of guarantees has its rows', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test('every Level 1 and 2 requirement of ASVS 5 has one row', () => {
  const inOrder = (numbers: string[]) =>
    numbers.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  expect(inOrder(asvsRows.flatMap(({ numbers }) => numbers))).toEqual(inOrder(requirements));
});

test('the ASVS summary counts the rows', () => {
  const counted = statuses.map((wanted) =>
    asvsRows.reduce(
      (sum, { numbers, mechanism }) => sum + (statusOf(mechanism) === wanted ? numbers.length : 0),
      0,
    ),
  );
  const rowsWithoutPadding = lines.map((line) => line.replace(/ +/g, ' '));
  expect(rowsWithoutPadding).toContain(`| all ${requirements.length} | ${counted.join(' | ')} |`);
});

test('the files that the ASVS tables name exist', () => {
  const missing = asvsRows.flatMap(({ numbers, mechanism }) => {
    const named = mechanism.matchAll(/`((?:src|docs|scripts|e2e)\/[\w./-]+|[\w-]+\.json)`/g);
    return [...named].flatMap(([, file = '']) => (existsSync(join(root, file)) ? [] : `${numbers}: ${file}`));
  });
  expect(missing).toEqual([]);
});

const specification = readSpecification(readFileSync(join(root, 'docs/specification.md'), 'utf8'));

test('the specification has its 61 lines, each with a test', () => {
  expect(specification.map(({ number }) => number)).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));
  expect(specification.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

const tests = [
  ...specification.flatMap(({ number, tests }) =>
    tests.map((test) => ({ claim: `line ${number}`, ...test })),
  ),
  ...rows,
  ...asvsRows.flatMap(({ numbers, cell }) => readRow(`ASVS ${numbers.join(', ')}`, cell)),
];

test('each row of the ASVS tables names a test or states that there is none', () => {
  const others = asvsRows.filter(
    ({ numbers, cell }) => cell !== '—' && readRow(numbers.join(), cell).length !== 1,
  );
  expect(others.map(({ numbers }) => numbers.join())).toEqual([]);
});

test('every test that the tables name exists', () => {
  const sources = new Map<string, string>();
  const sourceOf = (file: string): string => {
    const path = join(root, file);
    if (!sources.has(file)) sources.set(file, existsSync(path) ? readFileSync(path, 'utf8') : '');
    return sources.get(file) ?? '';
  };
  const missing = tests.filter(({ file, title }) => !sourceOf(file).includes(title));
  expect(missing).toEqual([]);
});
