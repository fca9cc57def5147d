/**
 * Checks conventions that an import graph does not show: settings and client addresses are read in one place, times are picked in one, each table is written by one
 * feature, messages name fields by their labels, keys of input methods are left to them, migrations follow expand and contract, and Chinese texts use one word and one quotation mark
 * (docs/glossary.md). `node scripts/check-conventions.mjs [folder]` prints the violations and exits with 1 if there are
 * any.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { checkMigrations } from './check-migrations.mjs';
import { root } from './set-up/root.mjs';

const folder = process.argv[2] ?? root;
const SETTINGS = 'src/kernel/config.ts';
const ENVIRONMENT =
  /\bprocess(\.env\b|\[\s*['"]env['"]\s*\])|\bimport\s*\{[^}]*\benv\b[^}]*\}\s*from\s*['"]node:process['"]/;
/** Kysely's write methods, and the same statements in SQL, with or without a schema before the table. */
const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](?:\w+\.)?(\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:\w+\.)?["']?(\w+)/gi,
  /\bupdate\s+(?:only\s+)?(?:\w+\.)?["']?(\w+)["']?\s+(?:as\s+)?(?:\w+\s+)?set\b/gi,
];

/** In a list of closing marks, which reads any text, 」 follows another one. */
const WORDING = [
  { found: /您/, advice: '“你”, not “您”' },
  { found: /「|(?<!’)」/, advice: '“”, not 「」' },
  { found: /粉丝/, advice: '“关注者”, not “粉丝”' },
];

/** `栏目（columnId）不存在`. Messages about files name the columns as the file does. */
const FIELD_NAME = /\p{Script=Han}（[a-z]\w*）/u;
const FILE_MESSAGES = /\/import[/-]|^src\/features\/columns\/schema\.ts$|\.test\.tsx?$/;

/** `request.ip` and `{ ip }` of a request: whatever text a proxy passed on. */
const ADDRESS = 'src/kernel/http/networks.ts';
const RAW_ADDRESS = /\brequest\.ips?\b|\{[^{}]*\bips?\b[^{}:]*\}\s*,\s*reply\b/;

/** Ant Design's own pickers, and dayjs, take the browser's clock for Shanghai's. */
const PICKERS = 'src/admin/parts/form/pickers.tsx';
const CLOCKS = /^src\/admin\/(?:parts\/form\/(?:pickers\.tsx|shanghai-time\.ts)|start-admin\.tsx)$/;
const BROWSER_CLOCK = /\bfrom 'dayjs|\b(?:DatePicker|TimePicker|Calendar)\b[^;]*\bfrom 'antd'/;

/** Enter that confirms a word in an input method; Safari reports it after the composition. */
const COMPOSING = 'src/ui/composing.ts';
const COMPOSING_KEY = /\.isComposing\b|\.keyCode\b/;
const ENTER = /[!=]==\s*'Enter'/;

const files = globSync('src/**/*.{ts,tsx}', { cwd: folder })
  .map((file) => file.split(sep).join('/'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
const violations = [
  ...settingsReadElsewhere(),
  ...addressesReadElsewhere(),
  ...timesPickedElsewhere(),
  ...tablesWrittenTwice(),
  ...fieldsNamedInMessages(),
  ...otherWording(),
  ...keysOfInputMethods(),
  ...checkMigrations(
    globSync('db/migrations/*.sql', { cwd: folder }).map((file) => ({
      name: basename(file),
      sql: readFileSync(join(folder, file), 'utf8'),
    })),
  ),
];
for (const violation of violations) console.error(violation);
if (!existsSync(join(folder, 'src'))) throw new Error(`${folder} has no src folder.`);
process.exit(violations.length > 0 ? 1 : 0);

function settingsReadElsewhere() {
  return files
    .filter(({ file, text }) => file !== SETTINGS && ENVIRONMENT.test(text))
    .map(({ file }) => `${file}: process.env is read in ${SETTINGS} only`);
}

function addressesReadElsewhere() {
  return files
    .filter(({ file, text }) => file !== ADDRESS && !/\.test\.tsx?$/.test(file) && RAW_ADDRESS.test(text))
    .map(({ file }) => `${file}: a client's address is read by addressOf of ${ADDRESS}`);
}

function timesPickedElsewhere() {
  return files
    .filter(({ file, text }) => !CLOCKS.test(file) && BROWSER_CLOCK.test(text))
    .map(({ file }) => `${file}: times and days are picked by ${PICKERS}, in Shanghai time`);
}

function keysOfInputMethods() {
  return files
    .filter(
      ({ file, text }) =>
        /^src\/(?:ui|web|admin|features\/[^/]+\/(?:admin|web))\//.test(file) &&
        file !== COMPOSING &&
        !/\.test\.tsx?$/.test(file) &&
        (COMPOSING_KEY.test(text) || (ENTER.test(text) && !text.includes('isComposing('))),
    )
    .map(({ file }) => `${file}: a handler of keys asks isComposing of ${COMPOSING} first`);
}

function fieldsNamedInMessages() {
  return files
    .filter(
      ({ file, text }) =>
        /^src\/features\/(?![^/]+\/(?:admin|web)\/)/.test(file) &&
        !FILE_MESSAGES.test(file) &&
        FIELD_NAME.test(text),
    )
    .map(
      ({ file, text }) =>
        `${file}: ${FIELD_NAME.exec(text)?.[0]} names a field; give it to invalid() instead`,
    );
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

function otherWording() {
  return files.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        WORDING.filter(({ found }) => found.test(line)).map(
          ({ advice }) => `${file}:${index + 1}: texts say ${advice}`,
        ),
      ),
  );
}
