/**
 * Checks that the features which no other needs can be deleted: compiles the program, without tests, as if they were not
 * there. One compilation without all of them proves it for each, because no leaf imports another
 * (`.dependency-cruiser.cjs`) or makes its calls, which this file checks too.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyWithout, leaves, root } from './leaves.ts';

const folder = join(root, 'node_modules', '.cache', 'without-leaves');
const isForTests = (path: string) => path.startsWith('src/testing') || /\.test\.tsx?$/.test(path);
copyWithout(leaves, folder, isForTests);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    ...['--noEmit', '--singleThreaded', '--incremental', '--preserveSymlinks'],
    ...['--tsBuildInfoFile', join(root, 'node_modules', '.cache', 'without-leaves.tsbuildinfo')],
  ],
  { cwd: folder, stdio: 'inherit' },
);

const owners = new Map(leaves.flatMap((leaf) => callsOf(leaf).map((call) => [call, leaf])));
const violations = leaves.flatMap((leaf) =>
  sourcesOf(leaf).flatMap(({ file, text }) =>
    [...text.matchAll(/'((?:GET|POST) \/[^']+)'/g)].flatMap(([, call = '']) => {
      const owner = owners.get(call);
      return owner && owner !== leaf ? [`${file}: makes ${call} of ${owner}, which can be deleted`] : [];
    }),
  ),
);
for (const violation of violations) console.error(violation);
process.exit(status === 0 && violations.length === 0 ? 0 : 1);

/** The calls that a feature declares, as `GET /reception/topics`. */
function callsOf(feature: string): string[] {
  return sourcesOf(feature).flatMap(({ text }) =>
    [...text.matchAll(/\b(get|post)\(\s*'([^']+)'/g)].map(
      ([, method = '', path]) => `${method.toUpperCase()} ${path}`,
    ),
  );
}

function sourcesOf(feature: string): { file: string; text: string }[] {
  return globSync(`src/features/${feature}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !isForTests(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}
