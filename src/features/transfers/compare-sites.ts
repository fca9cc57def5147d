import { rewriteAddresses } from './addresses.ts';
import type { FileLine, Manifest } from './archive/manifest.ts';
import { type ArchiveReader, openArchive } from './archive/read-archive.ts';
import type { CopyDependencies } from './dependencies.ts';

type CompareDependencies = Pick<CopyDependencies, 'report' | 'tables'>;
export type Comparison = { equal: number; different: number };

/** Named differences per table; further ones are only counted. */
const maxNamedDifferences = 5;

/**
 * Compares two archives by table and by file, and reports a line for each. A part that only one of them holds (an
 * export compared with a backup) is a difference; the tenant in file addresses is not.
 * @throws invalid if either is not a complete archive
 */
export async function compareSites(
  one: string,
  two: string,
  { report, tables }: CompareDependencies,
): Promise<Comparison> {
  const left = await openArchive(one);
  try {
    const right = await openArchive(two);
    try {
      return await compareArchives(left, right, { report, tables });
    } finally {
      right.close();
    }
  } finally {
    left.close();
  }
}

/** Returns what an archive contains. @throws invalid if it is not a complete archive */
export async function describeArchive(path: string): Promise<Pick<Manifest, 'scope' | 'withoutPeople'>> {
  const archive = await openArchive(path);
  archive.close();
  return archive.manifest;
}

async function compareArchives(
  left: ArchiveReader,
  right: ArchiveReader,
  { report, tables: { options } }: CompareDependencies,
): Promise<Comparison> {
  const counts = { equal: 0, different: 0 };
  const reportTable = (name: string, [one, two]: [number, number], differences: string[], more: number) => {
    const isEqual = differences.length === 0;
    counts[isEqual ? 'equal' : 'different'] += 1;
    report(
      `${name.padEnd(24)} ${String(one).padStart(9)} ${String(two).padStart(9)}  ${isEqual ? 'equal' : 'different'}`,
    );
    for (const difference of differences) report(`    ${difference}`);
    if (more > 0) report(`    … 另有 ${more} 处`);
  };
  const tables = [
    ...new Set([left, right].flatMap(({ manifest }) => manifest.tables.map(({ name }) => name))),
  ];
  for (const name of tables.sort()) {
    const [one, two] = [left, right].map(({ manifest }) =>
      manifest.tables.find((table) => table.name === name),
    );
    if (options.get(name)?.isVolatile) report(`${name.padEnd(24)} 随时间变动，不比较`);
    else if (!one || !two)
      reportTable(name, [one?.rows ?? 0, two?.rows ?? 0], [`${one ? '第二份' : '第一份'}没有这张表`], 0);
    else {
      const { differences, more } = await compareLines(rowsOf(left, name), rowsOf(right, name), one.key);
      reportTable(name, [one.rows, two.rows], differences, more);
    }
  }
  const files = await compareLines(fileLines(left), fileLines(right), ['path']);
  reportTable('files', [left.manifest.files.rows, right.manifest.files.rows], files.differences, files.more);
  return counts;
}

const neutralTenant = '-';
const rowsOf = (archive: ArchiveReader, table: string) =>
  rewriteAddresses(archive.rows(table), archive.manifest.tenant, neutralTenant);

async function* fileLines(archive: ArchiveReader): AsyncGenerator<string> {
  for await (const line of archive.files()) yield JSON.stringify(line satisfies FileLine);
}

/** Merges two lists sorted by key. */
async function compareLines(
  left: AsyncGenerator<string>,
  right: AsyncGenerator<string>,
  key: readonly string[],
) {
  const differences: string[] = [];
  let more = 0;
  const addDifference = (line: string) => {
    if (differences.length < maxNamedDifferences) differences.push(line);
    else more += 1;
  };
  let one = await left.next();
  let two = await right.next();
  while (!one.done || !two.done) {
    const order = one.done
      ? 1
      : two.done
        ? -1
        : one.value === two.value
          ? 0
          : compareByKey(one.value, two.value, key);
    if (order < 0) addDifference(`只在第一份：${nameRow(one.value, key)}`);
    else if (order > 0) addDifference(`只在第二份：${nameRow(two.value, key)}`);
    else if (one.value !== two.value)
      addDifference(`不同：${nameRow(one.value, key)} ${fieldsOf(one.value, two.value)}`);
    if (order <= 0) one = await left.next();
    if (order >= 0) two = await right.next();
  }
  return { differences, more };
}

type Row = Record<string, unknown>;

const nameRow = (line: string, key: readonly string[]): string => {
  const row = JSON.parse(line) as Row;
  return key
    .map((name) => `${name}=${String(row[name])}`)
    .join(' ')
    .slice(0, 200);
};

function fieldsOf(one: string, two: string): string {
  const [left, right] = [JSON.parse(one) as Row, JSON.parse(two) as Row];
  const names = Object.keys({ ...left, ...right });
  return `（${names.filter((name) => JSON.stringify(left[name]) !== JSON.stringify(right[name])).join('、')}）`;
}

/** The sort order of archives: numbers by value, texts by code point. */
function compareByKey(one: string, two: string, key: readonly string[]): number {
  const [left, right] = [JSON.parse(one) as Row, JSON.parse(two) as Row];
  for (const name of key) {
    const [a, b] = [left[name], right[name]];
    const order =
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
    if (order !== 0) return order;
  }
  return 0;
}
