/**
 * Checks that migrations follow expand and contract (CONTRIBUTING.md): during a rollout the old and the new program run on
 * the same tables, so a migration only adds, and holds no lock for long. Returns the violations.
 */

/** Migrations before this rule are as they are. */
const SINCE = '20261126210000';
const OUTSIDE = /^-- outside-transaction$/m;
const MINIMUM = /^-- minimum-version: (\d{14})$/m;
const NAME = /"?([a-z_][\w$]*)"?/.source;

/** @param {{ name: string, sql: string }[]} migrations all of them, in any order */
export function checkMigrations(migrations) {
  const sorted = migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return sorted
    .filter(({ name }) => name.slice(0, 14) >= SINCE)
    .flatMap(({ name, sql }) => {
      const until = sorted.filter((other) => other.name <= name).map((other) => readStatements(other.sql));
      return faultsOf(name, sql, until.flat()).map((fault) => `db/migrations/${name}: ${fault}`);
    });
}

function faultsOf(name, sql, statementsUntil) {
  const statements = readStatements(sql);
  const [, minimum] = MINIMUM.exec(sql) ?? [];
  const isOutside = OUTSIDE.test(sql);
  const created = new Set(
    statements.flatMap(
      (one) => new RegExp(`^create (?:unlogged )?table (?:if not exists )?${NAME}`).exec(one)?.[1] ?? [],
    ),
  );
  const faults = statements.flatMap((statement) => [
    ...indexFaults(statement, created, isOutside),
    ...(/^alter table/.test(statement) ? alterFaults(statement, created, { minimum, statementsUntil }) : []),
    ...(/^drop (?:table|view|type|function)\b/.test(statement) && !minimum ? [contractOnly('drop')] : []),
    ...(/^do\b/.test(statement) ? ['the statements of a do block are not checked: write them out'] : []),
  ]);
  if (minimum && minimum >= name.slice(0, 14))
    faults.push(
      'minimum-version names a migration of an earlier release, in which the program stopped using it',
    );
  return faults;
}

const contractOnly = (what) =>
  `${what} breaks the program of the release before: stop using it first, and remove it in a later release with the line -- minimum-version: <timestamp>`;

function indexFaults(statement, created, isOutside) {
  const [, concurrently, table] =
    new RegExp(
      `^create (?:unique )?index (concurrently )?(?:if not exists )?(?:${NAME.replace('(', '(?:')} )?on (?:only )?${NAME}`,
    ).exec(statement) ?? [];
  const isConcurrent = concurrently !== undefined || /^drop index concurrently\b/.test(statement);
  if (isConcurrent && !isOutside)
    return [
      'an index that is built concurrently needs a file of its own with the line -- outside-transaction',
    ];
  if (isOutside && !isConcurrent)
    return [
      'a file with -- outside-transaction holds only create index concurrently and drop index concurrently',
    ];
  if (table && !isConcurrent && !created.has(table))
    return [
      `an index on ${table} blocks its writes: create index concurrently, in a file with -- outside-transaction`,
    ];
  return [];
}

/** A volatile default, or a generated value, rewrites the table under a lock that stops readers. */
const VOLATILE =
  /\bdefault [^,]*\b(?:random|gen_random_uuid|clock_timestamp|timeofday|nextval|uuidv7)\s*\(|\bgenerated (?:always|by default) as\b/;

function alterFaults(statement, created, { minimum, statementsUntil }) {
  const [, table = '', actions = ''] =
    new RegExp(`^alter table (?:if exists )?(?:only )?${NAME} (.*)$`).exec(statement) ?? [];
  if (created.has(table)) return [];
  return splitActions(actions).flatMap((action) => {
    if (/^drop (?!constraint|default|expression|identity|not null)/.test(action) && !minimum)
      return [contractOnly('drop column')];
    if (/^rename\b/.test(action) && !minimum) return [contractOnly('rename')];
    if (/^alter (?:column )?\S+ (?:set data )?type\b/.test(action) && !minimum)
      return [contractOnly('a change of type')];
    if (/^alter (?:column )?\S+ set not null/.test(action)) return notNullFaults(table, statementsUntil);
    if (/^add (?:column |(?!constraint|primary|unique|check|foreign|exclude))/.test(action))
      return columnFaults(action);
    if (/^add (?:constraint \S+ )?(?:check|foreign key)\b/.test(action) && !/\bnot valid$/.test(action))
      return [`a constraint on ${table} is added not valid, and validated by the next migration`];
    if (/^add (?:constraint \S+ )?(?:primary key|unique)\b(?! using index)/.test(action))
      return [
        `a unique constraint on ${table} is added using index, which an earlier file built concurrently`,
      ];
    return [];
  });
}

function columnFaults(action) {
  if (VOLATILE.test(action)) return ['a column with a volatile or generated default rewrites the table'];
  if (/\bnot null\b/.test(action) && !/\bdefault\b/.test(action))
    return ['a new column that is not null has a default: the old program inserts rows without it'];
  if (/\breferences\b/.test(action) && /\bdefault (?!null\b)/.test(action))
    return ['a new column with a default references nothing yet: add its foreign key not valid'];
  return [];
}

function notNullFaults(table, statementsUntil) {
  const isValidated = statementsUntil.some((one) =>
    new RegExp(`^alter table (?:if exists )?(?:only )?"?${table}"? .*\\bvalidate constraint\\b`).test(one),
  );
  return isValidated
    ? []
    : [
        `set not null scans ${table} under a lock: add a check (… is not null) not valid and validate it first`,
      ];
}

/** Splits the actions of an alter table at the commas outside of parentheses. */
function splitActions(text) {
  const actions = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += sign;
  }
  return actions.map((action) => action.trim());
}

/** Returns the statements in lower case with single spaces, without comments and without the content of texts. */
function readStatements(sql) {
  return sql
    .replace(/\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|\/\*.*?\*\//gs, (found) =>
      /^[-/]/.test(found) ? ' ' : "''",
    )
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}
