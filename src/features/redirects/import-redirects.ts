import { setImmediate } from 'node:timers/promises';
import { recordAction } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import type { ImportReport } from '#kernel/http/bodies.ts';
import type { Upload } from '#kernel/http/calls.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import { readTable, type Table } from '#kernel/storage/import-table.ts';
import { readRecords } from '#kernel/storage/read-rows.ts';
import type { RowReader } from '#kernel/storage/row-reader.ts';
import { isPattern } from '#shared/old-address.ts';
import { deleteMissingOf } from './missing-queries.ts';
import { countOwnRedirects, type NewRedirect, upsertRedirects } from './queries.ts';
import { type RedirectOptions, type RedirectStatus, readRedirect, sourcesOf } from './read-redirect.ts';
import { readAllRedirects, targetOf } from './reads.ts';
import { changeRedirects, maxRedirects, type RouteNamer, routeFault } from './service.ts';

/** Enough for 50,000 lines of a hundred bytes. */
export const maxFileBytes = 5 * 1024 * 1024;
const linesPerTurn = 500;

const columns = [
  { name: 'source', aliases: ['来源', '旧地址', 'from'] },
  { name: 'target', aliases: ['目标', '新地址', 'to'], isOptional: true },
  { name: 'status', aliases: ['状态', 'code', 'type'], isOptional: true },
] as const;

const statusNames: Readonly<Record<string, RedirectStatus>> = {
  '': 301,
  '301': 301,
  '302': 302,
  '410': 410,
  永久: 301,
  临时: 302,
  已删除: 410,
};

/**
 * Imports the valid lines of a CSV (来源, 目标, 状态) in one transaction; a source that exists gets the target and status
 * of the file. Idempotent. @throws invalid for a file that is no list of redirects or too long; conflict beyond the limit
 */
export async function importRedirects(
  ctx: Context,
  file: Upload,
  { nameRoutes, ...options }: RedirectOptions & { nameRoutes: RouteNamer },
): Promise<ImportReport> {
  const table = await readLines(file, options, await nameRoutes(ctx));
  return changeRedirects(ctx, async (trx) => {
    await compareWithSaved(trx, table);
    await table.write((redirects) => upsertRedirects(trx, redirects));
    await deleteMissingOf(trx, [...table.records.keys()]);
    if ((await countOwnRedirects(trx)) > maxRedirects)
      throw invalid(`导入后会超过 ${maxRedirects} 个旧地址，请先删除不用的`, 'file');
    const after = { file: file.name.slice(0, 200), ...table.counts };
    await recordAction(ctx, trx, { action: 'redirect.import', target: 'redirect:list', after });
    return { ...table.counts, faults: table.faults };
  });
}

async function readLines(
  file: Upload,
  options: RedirectOptions,
  nameRoute: (source: string) => string | null,
): Promise<Table<NewRedirect>> {
  const rows = readRecords([decodeText(file.bytes)], columns, (row) => readLine(row, options, nameRoute));
  const table = await readTable(rows, {
    keyOf: ({ source }) => source,
    explainRepeat: (redirect, first) =>
      isSame(first, redirect) ? null : `来源 ${redirect.source} 在前面已经出现`,
    checkSize(_, lines) {
      if (lines > maxRedirects) throw invalid(`旧地址文件超过 ${maxRedirects} 行，请分成几份导入`, 'file');
    },
  });
  if (table.records.size === 0 && table.failed === 0) throw invalid('旧地址文件里没有旧地址', 'file');
  return table;
}

const isSame = (known: NewRedirect | undefined, { target, status }: NewRedirect): boolean =>
  known?.target === target && known.status === status;

/** @throws invalid */
function readLine(
  row: RowReader,
  options: RedirectOptions,
  nameRoute: (source: string) => string | null,
): NewRedirect {
  // Removes the apostrophe that our export puts before text that a spreadsheet would treat as a formula.
  const cell = (name: string) => row.cell(name).replace(/^'(?=[=+\-@])/, '');
  const status = statusNames[cell('status')];
  if (!status) throw invalid(`状态 ${cell('status').slice(0, 20)} 不认识，可用：301、302、410`);
  const read = readRedirect({ source: cell('source'), target: cell('target'), status }, options);
  if ('field' in read) throw invalid(read.message);
  const route = nameRoute(read.source);
  if (route !== null) throw invalid(routeFault(read.source, route));
  return read;
}

/**
 * Compares the lines with each other and with the saved redirects. Lines that would make a chain become faults; lines
 * that change nothing are left out.
 */
async function compareWithSaved(trx: Trx, table: Table<NewRedirect>): Promise<void> {
  const { records, lines } = table;
  const targets = new Map<string, string>();
  for await (const rows of readAllRedirects(trx))
    for (const row of rows) {
      const saved = { source: row.source, target: targetOf(row), status: row.status as RedirectStatus };
      targets.set(row.source, saved.target);
      if (!isSame(records.get(row.source), saved)) continue;
      records.delete(row.source);
      table.unchanged += 1;
    }
  for (const { source, target } of records.values()) targets.set(source, target);
  for (const [source, message] of await findChains(targets, records)) {
    table.reject(lines.get(source) ?? 0, message);
    records.delete(source);
  }
}

/** Returns the lines that lead to an old address, or to which a saved redirect leads, with what is wrong. */
async function findChains(
  targets: ReadonlyMap<string, string>,
  records: ReadonlyMap<string, NewRedirect>,
): Promise<Map<string, string>> {
  const patternLengths = new Set([...targets.keys()].filter(isPattern).map(({ length }) => length));
  const findSource = (target: string) =>
    sourcesOf(target).find((one) => (!isPattern(one) || patternLengths.has(one.length)) && targets.has(one));
  const chains = new Map<string, string>();
  let at = 0;
  for (const [source, target] of targets) {
    at += 1;
    if (at % linesPerTurn === 0) await setImmediate();
    const next = findSource(target);
    if (next === undefined) continue;
    const end = targets.get(next) || '已删除';
    if (records.has(source)) chains.set(source, `目标 ${target} 也是旧地址，会再转一次；请直接填 ${end}`);
    else if (records.has(next)) chains.set(next, `旧地址 ${source} 正转到 ${target}，会再转一次；请先修改它`);
  }
  return chains;
}
