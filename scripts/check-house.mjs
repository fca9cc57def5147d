/**
 * Two rules of the house that an import graph does not show: settings are read in one place, and each table is
 * written by one feature. `node scripts/check-house.mjs [folder]` prints the offences and exits 1 if there are any.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from './set-up/root.mjs';

const house = process.argv[2] ?? root;
const SETTINGS = 'src/kernel/config.ts';
const ENVIRONMENT =
  /\bprocess(\.env\b|\[\s*['"]env['"]\s*\])|\bimport\s*\{[^}]*\benv\b[^}]*\}\s*from\s*['"]node:process['"]/;
/** Kysely's verbs, and the same in SQL written out; a schema in front does not make it another table. */
const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](?:\w+\.)?(\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:\w+\.)?["']?(\w+)/gi,
  /\bupdate\s+(?:only\s+)?(?:\w+\.)?["']?(\w+)["']?\s+(?:as\s+)?(?:\w+\s+)?set\b/gi,
];

const files = globSync('src/**/*.{ts,tsx}', { cwd: house })
  .map((file) => file.split(sep).join('/'))
  .map((file) => ({ file, text: readFileSync(join(house, file), 'utf8') }));
const offences = [...settingsReadElsewhere(), ...tablesWrittenTwice()];
for (const offence of offences) console.error(offence);
if (!existsSync(join(house, 'src'))) throw new Error(`${house} has no src.`);
process.exit(offences.length > 0 ? 1 : 0);

function settingsReadElsewhere() {
  return files
    .filter(({ file, text }) => file !== SETTINGS && ENVIRONMENT.test(text))
    .map(({ file }) => `${file}: process.env is read in ${SETTINGS} only`);
}

function tablesWrittenTwice() {
  const writers = new Map();
  for (const { file, text } of files) {
    const feature = /^src\/features\/([^/]+)\//.exec(file)?.[1];
    if (!feature || /\.test\.tsx?$/.test(file)) continue;
    for (const table of WRITES.flatMap((write) => [...text.matchAll(write)]).map(([, name]) => name)) {
      writers.set(table, (writers.get(table) ?? new Map()).set(feature, file));
    }
  }
  return [...writers]
    .filter(([, features]) => features.size > 1)
    .map(
      ([table, features]) => `table ${table} is written by ${[...features.values()].sort().join(' and ')}`,
    );
}
