/**
 * Prints the size of the code wherever it lies, tests separately: `npm run measure -- [revision]`, by default of the working
 * tree. What a newcomer opens is everything of `src` but features and tests.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseSync } from 'vite';
import { root } from './set-up/root.mjs';

const EXTENSIONS = ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.css'];
const NEWCOMER = ['kernel', 'shared', 'client', 'ui', 'web', 'admin', 'main'].map((name) => `src/${name}`);

const [revision] = process.argv.slice(2);
const folder = revision ? mkdtempSync(join(tmpdir(), 'measure-')) : root;
try {
  if (revision) {
    const archive = git('archive', '--format=tar', revision);
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  }
  const list = revision
    ? git('ls-tree', '-r', '-z', '--name-only', revision)
    : git('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  print(list.toString().split('\0').flatMap(measure));
} finally {
  if (revision) rmSync(folder, { recursive: true });
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, maxBuffer: 1e9 });
}

function measure(path) {
  if (!EXTENSIONS.includes(extname(path))) return [];
  const source = readFileSync(join(folder, path), 'utf8');
  const isTest = /\.(test|spec)\.tsx?$|^e2e\/|^src\/testing\//.test(path);
  const [, layer] = /^(src\/[^/]+|[^/]+)/.exec(path);
  const file = { layer, isTest, lines: linesIn(source), functions: [], casts: 0, imports: 0 };
  const ignores = source.match(/biome-ignore/g)?.length ?? 0;
  if (!path.endsWith('.css')) parse(path, source, file);
  return [{ ...file, ignores }];
}

function parse(path, source, file) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const sizeOf = ({ start, end }) => linesIn(source.slice(start, end));
  const isFunction = (node) => /^(Arrow)?Function/.test(node?.type ?? '');
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return;
    const { type, init, value, typeAnnotation } = node;
    // Named functions only; a callback belongs to the function that passes it.
    if (type === 'FunctionDeclaration' || type === 'MethodDefinition') file.functions.push(sizeOf(node));
    if (type === 'VariableDeclarator' && isFunction(init)) file.functions.push(sizeOf(init));
    if (type === 'Property' && isFunction(value)) file.functions.push(sizeOf(value));
    if (type === 'TSAsExpression' && typeAnnotation.typeName?.name !== 'const') file.casts += 1;
    if (type === 'ImportDeclaration') file.imports += sizeOf(node);
    for (const child of Object.values(node)) walk(child);
  };
  walk(program.body);
}

function linesIn(text) {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

function print(files) {
  const summary = (some) => ({ files: some.length, lines: sum(some, 'lines') });
  const code = files.filter(({ isTest }) => !isTest);
  const tests = files.filter(({ isTest }) => isTest);
  const layers = [...new Set(files.map(({ layer }) => layer))].sort();
  const newcomer = 'what a newcomer opens';
  const rows = [...layers, newcomer, 'total'].map((layer) => {
    const isIn = (file) =>
      layer === 'total' || (layer === newcomer ? NEWCOMER.includes(file.layer) : file.layer === layer);
    const { files: testFiles, lines: testLines } = summary(tests.filter(isIn));
    return [layer, { ...summary(code.filter(isIn)), testFiles, testLines }];
  });
  console.table(Object.fromEntries(rows));
  console.table({ code: describeFiles(code), tests: describeFiles(tests) });
}

function describeFiles(files) {
  const sizes = files.flatMap(({ functions }) => functions).sort((a, b) => a - b);
  const percentile = (share) => sizes[Math.floor((sizes.length - 1) * share)];
  return {
    'files < 25 lines': files.filter(({ lines }) => lines < 25).length,
    functions: sizes.length,
    p50: percentile(0.5),
    p90: percentile(0.9),
    p99: percentile(0.99),
    'as casts': sum(files, 'casts'),
    'lint ignores': sum(files, 'ignores'),
    'import lines': sum(files, 'imports'),
  };
}

function sum(files, key) {
  return files.reduce((total, file) => total + file[key], 0);
}
