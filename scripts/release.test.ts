import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix, relative } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLED } from './release/bundled.ts';
import { isUnusedFile, listPackages, listReleaseFiles, root } from './release/files.ts';

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files: string[] = listReleaseFiles();
const listed = new Set(files);
const own = files.filter((path) => /^(?:src|scripts)\/.*\.(?:ts|mjs)$/.test(path));

/** What a file loads when it runs; types are erased. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(
    /^(?:import|export) type [\s\S]*?from '[^']+';$/gm,
    '',
  );
  return [
    ...text.matchAll(
      /(?:^|\s)(?:from|import|import\(|require\() ?'([^'\s]+)'|\b(?:import|require)\('([^'\s]+)'\)(?!\.)/gm,
    ),
  ]
    .map(([, a, b]) => a ?? b ?? '')
    .filter((name) => name !== '' && !name.startsWith('node:'));
}
const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

test('a release holds every module and every package that its files import', () => {
  const packages = new Set(listPackages());
  const missing = own.flatMap((path) =>
    importsOf(path)
      .filter((name) => {
        if (name.startsWith('#')) return !listed.has(name.replace('#', 'src/'));
        if (name.startsWith('.')) return !listed.has(posix.join(posix.dirname(path), name));
        // Only development starts Vite.
        return packageOf(name) !== 'vite' && !packages.has(`node_modules/${packageOf(name)}`);
      })
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
  expect(own.length).toBeGreaterThan(500);
});

test('a release holds what a start runs and reads, and neither tests nor what the browser’s bundles contain', () => {
  for (const path of [
    'scripts/run.mjs',
    'src/main/serve.ts',
    'src/main/child.ts',
    'src/main/preparation-child.ts',
    'src/features/shares/tasks.ts',
    'src/features/posts/body/tasks.ts',
    'node_modules/node/bin/node',
    'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  ])
    expect(listed, path).toContain(path);
  expect(files.some((path) => path.startsWith('db/migrations/'))).toBe(true);
  expect(files.some((path) => path.startsWith('db/seeds/demo/'))).toBe(true);
  expect(files.filter((path) => /^src\/(?:testing|web|admin)\/|\.test\.tsx?$/.test(path))).toEqual([]);
  // A few bundled ones, such as dayjs, are also needed by a package of the server.
  expect(
    listPackages().filter((path) =>
      /^node_modules\/(?:antd|echarts|react-dom|typescript|vite|vitest)$/.test(path),
    ),
  ).toEqual([]);
  expect(BUNDLED.filter((name) => dependencies[name] === undefined)).toEqual([]);
});

test('a release holds the files that importing and requiring its packages load first', () => {
  const found = listPackages().flatMap((path) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const parent = join(root, path.slice(0, path.lastIndexOf('node_modules/')), 'package.json');
    const resolvers = [
      () => createRequire(parent).resolve(name),
      () => new URL(import.meta.resolve(name, `file://${parent}`)).pathname,
    ];
    return resolvers.flatMap((resolve) => {
      try {
        return [relative(root, realpathSync(resolve()))];
      } catch {
        // A package of native code, styles or types has no entry.
        return [];
      }
    });
  });
  expect(found.length).toBeGreaterThan(500);
  // Only its parts are imported: `opencc-js/t2cn` and `opencc-js/core`.
  const unused = found.filter((path) => !listed.has(path) && !/opencc-js.dist.\w+.full\.js$/.test(path));
  expect(unused).toEqual([]);
  for (const name of [
    'opencc-js/t2cn',
    'opencc-js/core',
    '@node-rs/jieba/dict.txt',
    '@zxcvbn-ts/language-common',
  ])
    expect(listed, name).toContain(relative(root, new URL(import.meta.resolve(name)).pathname));
});

test('a release keeps the notices of licences and leaves out types, source maps and tests', () => {
  expect(
    [
      'a/index.d.ts',
      'a/index.js.map',
      'a/README.md',
      'a/src/index.ts',
      'a/test/index.js',
      '@a/b/examples/index.js',
      'a/node_modules/b/benchmarks/index.js',
    ].filter((path) => !isUnusedFile(path)),
  ).toEqual([]);
  expect(
    ['a/LICENSE.md', 'a/NOTICE', 'a/index.js', 'a/data.json', 'a/dist/doc/index.js', 'a/test/LICENSE'].filter(
      isUnusedFile,
    ),
  ).toEqual([]);
});
