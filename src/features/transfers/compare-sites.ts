import type { FileLine, Manifest } from './archive/manifest.ts';
import { type ArchiveReader, openArchive } from './archive/read-archive.ts';
import type { CopyParts } from './parts.ts';
import { moved } from './restore-site.ts';

type CompareParts = Pick<CopyParts, 'report' | 'tables'>;
export type Comparison = { equal: number; different: number };

/** Differing rows named for a table; what follows is only counted. */
const named = 5;

/**
 * Compares two archives, table by table and file by file, and reports a line for each. What one of them does not hold
 * at all (an export beside a backup) is different; where files lie for which tenant is not.
 * @throws invalid when either is no whole archive
 */
export async function compareSites(
  one: string,
  two: string,
  { report, tables }: CompareParts,
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

/** What an archive says it holds. @throws invalid when it is no whole archive */
export async function describeArchive(path: string): Promise<Pick<Manifest, 'scope' | 'withoutPeople'>> {
  const archive = await openArchive(path);
  archive.close();
  return archive.manifest;
}

async function compareArchives(
  left: ArchiveReader,
  right: ArchiveReader,
  { report, tables: { options } }: CompareParts,
): Promise<Comparison> {
  const counts = { equal: 0, different: 0 };
  const conclude = (name: string, [one, two]: [number, number], differences: string[], more: number) => {
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
    if (options.get(name)?.isMoving) report(`${name.padEnd(24)} 随时间变动，不比较`);
    else if (!one || !two)
      conclude(name, [one?.rows ?? 0, two?.rows ?? 0], [`${one ? '第二份' : '第一份'}没有这张表`], 0);
    else {
      const { differences, more } = await compareLines(rowsOf(left, name), rowsOf(right, name), one.key);
      conclude(name, [one.rows, two.rows], differences, more);
    }
  }
  const files = await compareLines(fileLines(left), fileLines(right), ['path']);
  conclude('files', [left.manifest.files.rows, right.manifest.files.rows], files.differences, files.more);
  return counts;
}

const nowhere = '-';
const rowsOf = (archive: ArchiveReader, table: string) =>
  moved(archive.rows(table), archive.manifest.tenant, nowhere);

async function* fileLines(archive: ArchiveReader): AsyncGenerator<string> {
  for await (const line of archive.files()) yield JSON.stringify(line satisfies FileLine);
}

/** Walks two lists in the order of their keys, side by side. */
async function compareLines(
  left: AsyncGenerator<string>,
  right: AsyncGenerator<string>,
  key: readonly string[],
) {
  const differences: string[] = [];
  let more = 0;
  const note = (line: string) => {
    if (differences.length < named) differences.push(line);
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
          : byKey(one.value, two.value, key);
    if (order < 0) note(`只在第一份：${nameRow(one.value, key)}`);
    else if (order > 0) note(`只在第二份：${nameRow(two.value, key)}`);
    else if (one.value !== two.value)
      note(`不同：${nameRow(one.value, key)} ${fieldsOf(one.value, two.value)}`);
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

/** As the archive orders rows: numbers by size, texts by code point. */
function byKey(one: string, two: string, key: readonly string[]): number {
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
