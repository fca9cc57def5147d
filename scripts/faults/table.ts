import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layerOf, listTestFiles, type TestLayer } from '../test-files.ts';
import { faults as access } from './access.ts';
import { faults as admin } from './admin.ts';
import { faults as content } from './content.ts';
import { faults as delivery } from './delivery.ts';
import type { Fault } from './fault.ts';
import { faults as money } from './money.ts';
import { faults as site } from './site.ts';

const root = join(import.meta.dirname, '..', '..');

/** All faults. `npm run faults` numbers them from 1, in this order. */
export const faults: readonly Fault[] = [...access, ...money, ...content, ...delivery, ...site, ...admin];

/** A fault with what the tree says about it. */
export type LocatedFault = Fault & {
  number: number;
  file: string;
  /** The folder of its file below src/: `features`, `web` … */
  layer: string;
  tests: Record<TestLayer, string[]>;
};

/**
 * Finds the file of each fault and its tests in the tree.
 * @throws an error that names every fault whose text does not occur exactly once, or whose tests do not exist
 */
export function locateFaults(table: readonly Fault[] = faults): LocatedFault[] {
  const sources = listSources().map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const testFiles = listTestFiles();
  const problems: string[] = [];
  const located = table.map((fault, index) => {
    const number = index + 1;
    const files = sources.flatMap(({ file, text }) => Array(text.split(fault.find).length - 1).fill(file));
    if (files.length !== 1)
      problems.push(`${number} (${fault.breaks}): its text occurs ${files.length} times`);
    if (fault.find === fault.replace) problems.push(`${number} (${fault.breaks}): it changes nothing`);
    const found = fault.seenBy.flatMap((name) => {
      const matches = testFiles.filter((file) => file === name || file.endsWith(`/${name}`));
      if (matches.length !== 1) problems.push(`${number}: ${matches.length} test files end with ${name}`);
      return matches;
    });
    if (fault.seenBy.length === 0) problems.push(`${number} (${fault.breaks}): no test file is named`);
    const file: string = files[0] ?? '';
    const tests: LocatedFault['tests'] = { 'unit and integration': [], components: [], journeys: [] };
    for (const test of found) tests[layerOf(test)].push(test);
    return { ...fault, number, file, layer: file.split('/')[1] ?? '', tests };
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return located;
}

const listSources = (): string[] =>
  globSync('src/**/*.{ts,tsx,css,js}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('src/testing/'),
  );
