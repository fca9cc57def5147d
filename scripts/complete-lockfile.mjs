/**
 * Adds builds for other platforms to package-lock.json that npm left out because the registry did not have them: `npm
 * ci` refuses a lockfile that does not name every optional dependency, whether it is needed or not. Run it after each
 * change of dependencies; `--check` only reports.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up/root.mjs';

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = Object.entries(lock.packages).flatMap(
  ([parent, { optionalDependencies = {}, dev, devOptional }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(parent, name))
      .map(([name, range]) => [
        `node_modules/${name}`,
        { ...entry(name, range), ...((dev ?? devOptional) && { dev }) },
      ]),
);

if (missing.length === 0) process.exit(0);
if (process.argv.includes('--check')) {
  console.error(
    `package-lock.json lacks ${missing.map(([path]) => path).join(', ')}: run node scripts/complete-lockfile.mjs`,
  );
  process.exit(1);
}
const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
lock.packages = Object.fromEntries(packages.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`Added ${missing.length} packages.`);

/** Resolves as Node does: in the parent's own node_modules, then outwards. */
function isLocked(parent, name) {
  for (let folder = parent; ; ) {
    if (lock.packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
    const outer = folder.lastIndexOf('/node_modules/');
    folder = outer < 0 ? '' : folder.slice(0, outer);
  }
}

function entry(name, range) {
  const words = name.split(/[^a-z0-9]+/);
  const systems = [
    'aix',
    'android',
    'darwin',
    'freebsd',
    'linux',
    'netbsd',
    'openbsd',
    'openharmony',
    'sunos',
    'win32',
  ];
  const processors = [
    'arm',
    'arm64',
    'ia32',
    'loong64',
    'mips64el',
    'ppc64',
    'riscv64',
    's390x',
    'x64',
    'wasm32',
  ];
  const os = systems.find(
    (system) => words.includes(system) || (system === 'win32' && words.includes('windows')),
  );
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu')) && 'glibc';
  const cpu = processors.find((processor) => words.includes(processor));
  return {
    version: range.replace(/^[\^~]/, ''),
    optional: true,
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(os === 'linux' && libc && { libc: [libc] }),
  };
}
