import { setImmediate } from 'node:timers/promises';
import { recordAction } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import type { Upload } from '#kernel/http/calls.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import { readRows } from '#kernel/storage/read-rows.ts';
import { cleanText } from '#shared/clean-text.ts';
import { isPattern } from '#shared/old-address.ts';
import { deleteMissingOf } from './missing-queries.ts';
import { countOwnRedirects, type NewRedirect, upsertRedirects } from './queries.ts';
import { type RedirectOptions, type RedirectStatus, readRedirect, sourcesOf } from './read-redirect.ts';
import { readAllRedirects, targetOf } from './reads.ts';
import type { RedirectImport } from './schema.ts';
import { changeRedirects, maxRedirects, type RouteNamer, routeFault } from './service.ts';

/** Enough for 50,000 lines of a hundred bytes. */
export const maxFileBytes = 5 * 1024 * 1024;
const maxFaults = 100;
const batchSize = 2000;
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

type Line = NewRedirect & { line: number };
type Fault = { line: number; message: string };

/**
 * Imports the valid lines of a CSV (来源, 目标, 状态) in one transaction; a source that exists gets the target and status
 * of the file. Idempotent. @throws invalid for a file that is no list of redirects or too long; conflict beyond the limit
 */
export async function importRedirects(
  ctx: Context,
  file: Upload,
  { nameRoutes, ...options }: RedirectOptions & { nameRoutes: RouteNamer },
): Promise<RedirectImport> {
  const { lines, faults, repeated } = await readLines(file, options, await nameRoutes(ctx));
  return changeRedirects(ctx, async (trx) => {
    const known = await compareWithSaved(trx, lines, faults);
    const redirects = [...lines.values()].map(({ source, status, target }) => ({ source, status, target }));
    const count = { added: 0, changed: 0 };
    for (let from = 0; from < redirects.length; from += batchSize) {
      const { added, changed } = await upsertRedirects(trx, redirects.slice(from, from + batchSize));
      count.added += added;
      count.changed += changed;
    }
    await deleteMissingOf(trx, [...lines.keys()]);
    if ((await countOwnRedirects(trx)) > maxRedirects)
      throw invalid(`导入后会超过 ${maxRedirects} 个旧地址，请先删除不用的`, 'file');
    const unchanged = known + repeated + redirects.length - count.added - count.changed;
    const report = { ...count, unchanged, failed: faults.length };
    const after = { file: file.name.slice(0, 200), ...report };
    await recordAction(ctx, trx, { action: 'redirect.import', target: 'redirect:list', after });
    faults.sort((one, other) => one.line - other.line);
    return { ...report, faults: faults.slice(0, maxFaults) };
  });
}

async function readLines(
  file: Upload,
  options: RedirectOptions,
  nameRoute: (source: string) => string | null,
) {
  const lines = new Map<string, Line>();
  const faults: Fault[] = [];
  let repeated = 0;
  for await (const row of readRows([decodeText(file.bytes)], columns)) {
    const read = 'fault' in row ? row.fault : readCells(row.cells, options);
    const { line } = row;
    const route = typeof read === 'string' ? null : nameRoute(read.source);
    if (typeof read === 'string') faults.push({ line, message: read });
    else if (route !== null) faults.push({ line, message: routeFault(read.source, route) });
    else if (isSame(lines.get(read.source), read)) repeated += 1;
    else if (lines.has(read.source)) faults.push({ line, message: `来源 ${read.source} 在前面已经出现` });
    else lines.set(read.source, { ...read, line });
    if (lines.size + faults.length + repeated > maxRedirects)
      throw invalid(`旧地址文件超过 ${maxRedirects} 行，请分成几份导入`, 'file');
  }
  if (lines.size === 0 && faults.length === 0) throw invalid('旧地址文件里没有旧地址', 'file');
  return { lines, faults, repeated };
}

const isSame = (known: Line | undefined, { target, status }: NewRedirect): boolean =>
  known?.target === target && known.status === status;

function readCells(cells: Readonly<Record<string, string>>, options: RedirectOptions): NewRedirect | string {
  // Removes the apostrophe that our export puts before text that a spreadsheet would treat as a formula.
  const cell = (name: string) => cleanText(cells[name] ?? '').replace(/^'(?=[=+\-@])/, '');
  const status = statusNames[cell('status')];
  if (!status) return `状态 ${cell('status').slice(0, 20)} 不认识，可用：301、302、410`;
  const read = readRedirect({ source: cell('source'), target: cell('target'), status }, options);
  return 'field' in read ? read.message : read;
}

/**
 * Compares the lines with each other and with the saved redirects. Lines that would make a chain become faults; lines
 * that change nothing are left out. @returns the number of the latter
 */
async function compareWithSaved(trx: Trx, lines: Map<string, Line>, faults: Fault[]): Promise<number> {
  const targets = new Map<string, string>();
  let unchanged = 0;
  for await (const rows of readAllRedirects(trx))
    for (const row of rows) {
      const saved = { source: row.source, target: targetOf(row), status: row.status as RedirectStatus };
      targets.set(row.source, saved.target);
      if (!isSame(lines.get(row.source), saved)) continue;
      lines.delete(row.source);
      unchanged += 1;
    }
  for (const { source, target } of lines.values()) targets.set(source, target);
  for (const [source, message] of await findChains(targets, lines)) {
    faults.push({ line: lines.get(source)?.line ?? 0, message });
    lines.delete(source);
  }
  return unchanged;
}

/** Returns the lines that lead to an old address, or to which a saved redirect leads, with what is wrong. */
async function findChains(
  targets: ReadonlyMap<string, string>,
  lines: ReadonlyMap<string, Line>,
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
    if (lines.has(source)) chains.set(source, `目标 ${target} 也是旧地址，会再转一次；请直接填 ${end}`);
    else if (lines.has(next)) chains.set(next, `旧地址 ${source} 正转到 ${target}，会再转一次；请先修改它`);
  }
  return chains;
}
