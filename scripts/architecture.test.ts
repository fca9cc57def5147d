import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/*
 * Documentation names files by their path from the root, in backticks: `src/main/web.ts`, `src/features/posts/manage/`. It
 * names what is declared in a file in one of two ways:
 *
 *   `src/main/web.ts`: `serveWeb`, `start`      a path, a colon, names
 *   `serveWeb`, `start` (`src/main/web.ts`)     names, the path in parentheses
 *
 * Everything else in backticks (calls, tables, settings, addresses) is not checked.
 */
const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/**
 * Documents of the code as it is. CHANGELOG.md describes earlier versions too; docs/security.md has its own test.
 */
const documents = globSync(
  [
    'README*.md',
    'CONTRIBUTING.md',
    'bench/README.md',
    'docs/*.md',
    'docs/decisions/*.md',
    'src/**/README.md',
  ],
  { cwd: root, exclude: ['docs/security.md'] },
);
/** Files that the guide tells its reader to create. */
const isExample = (path: string) => /\bcorrections\b/.test(path);

const withoutCodeBlocks = (text: string) => text.replace(/^ *```.*?^ *```$/gms, '');
const pathPattern =
  /`((?:\.?[\w-]+\/)+[\w.-]*\.(?:tsx?|[cm]js|md|sql|svg|json|css)|(?:src|db|scripts|e2e|bench|docs)\/(?:[\w.-]+\/)*)`/g;
const pathsIn = (text: string) => [...text.matchAll(pathPattern)].map(([, path = '']) => path);

const names = '((?:`\\w+`(?:, | and )?)+)';
const path = '`((?:[\\w.-]+/)+[\\w.-]+\\.(?:tsx?|mjs))`';
type Citation = { file: string; name: string };
function citationsIn(text: string): Citation[] {
  const cite = (file: string, list: string) =>
    [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ file, name }));
  const flowing = text.replace(/\s+/g, ' ');
  return [
    ...[...flowing.matchAll(new RegExp(`${path}: ${names}`, 'g'))].flatMap(([, file = '', list = '']) =>
      cite(file, list),
    ),
    ...[...flowing.matchAll(new RegExp(`${names} \\(${path}`, 'g'))].flatMap(([, list = '', file = '']) =>
      cite(file, list),
    ),
  ];
}

/** Whether a file declares a name, re-exports it, or is of a type or class that has it as a member. */
function declares(text: string, name: string): boolean {
  const declared = new RegExp(`\\b(?:function\\*?|const|let|class|type|interface) ${name}\\b`);
  const member = new RegExp(`^ {2}(?:(?:async|static|readonly|get) )*\\*?${name}\\??[(<:]`, 'm');
  const exported = new RegExp(`^export \\{[^}]*\\b${name}\\b[^}]*\\}`, 'm');
  return declared.test(text) || member.test(text) || exported.test(text);
}

const texts = documents.map((file) => ({ file, text: withoutCodeBlocks(read(file)) }));

test.each(texts)('$file names only files that exist', ({ text }) => {
  const missing = pathsIn(text).filter((path) => !isExample(path) && !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

test.each(texts)('$file links only to files and headings that exist', ({ file, text }) => {
  const targets = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?\)/g)];
  const broken = targets.filter(([, target = '', heading]) => {
    const linked = target === '' ? file : relative(root, join(root, dirname(file), target));
    if (!existsSync(join(root, linked))) return true;
    return heading !== undefined && !anchorsOf(read(linked)).includes(heading.slice(1));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** Anchors of a document's headings as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...withoutCodeBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(texts)('$file cites only names that their files declare', ({ text }) => {
  const wrong = citationsIn(text).filter(
    ({ file, name }) => !existsSync(join(root, file)) || !declares(read(file), name),
  );
  expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

const architecture = read('docs/ARCHITECTURE.md');

test('docs/ARCHITECTURE.md cites names by their files', () => {
  expect(citationsIn(architecture).length).toBeGreaterThan(100);
});

test('the table of features has every feature, in order, with what it imports', () => {
  const list = /export const features = \[(.*?)\]/s.exec(read('src/features/index.ts'))?.[1] ?? '';
  const features = [...list.matchAll(/(\w+),/g)].map(([, name = '']) =>
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
  const rows = [...architecture.matchAll(/^\| `([\w-]+)` +\| .*? \| (?:leaf)? +\| ([^|]*) *\|$/gm)]
    .filter(([, name = '']) => features.includes(name))
    .map(([, name = '', imports = '']) => ({ name, imports: imports.match(/[\w-]+/g) ?? [] }));
  expect(rows).toEqual(features.map((name) => ({ name, imports: importsOf(name) })));
});

/** The features that a feature imports, apart from schemas, whose types anybody may use. */
function importsOf(feature: string): string[] {
  const files = globSync(`src/features/${feature}/**/*.ts`, { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const found = files.flatMap((file) =>
    [...read(file).matchAll(/from '#features\/([\w-]+)\/(?:index|events)\.ts'/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(found)].filter((name) => name !== feature).sort();
}

test('the glossary names only identifiers that occur in the code', () => {
  const code = globSync(['src/**/*.{ts,tsx}', 'db/structure.sql'], { cwd: root }).map(read).join('\n');
  const words = new Set(code.match(/[\w-]+/g));
  const cells = read('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    // The column before the last two: tables without Chinese words have one column less.
    .map((line) => line.split(' | ').at(-3) ?? '');
  const identifiers = cells.flatMap((cell) => cell.match(/(?<=`)[\w-]+(?=`)/g) ?? []);
  expect(identifiers.length).toBeGreaterThan(150);
  expect(identifiers.filter((name) => !words.has(name))).toEqual([]);
});
